/** Roles and filters with every field set. */
export const fullRoles = {
  roles: [
    {
      _id: "6500a1b2c3d4e5f60718293a",
      name: "owner",
      apply_when: { "%%user.custom_data.admin": true },
      document_filters: { read: { owner_id: "%%user.id" }, write: { owner_id: "%%user.id" } },
      read: true,
      write: false,
      insert: true,
      delete: false,
      search: true,
      fields: {
        total: { read: true, write: false },
        address: { read: true, write: false, fields: { street: { read: true, write: false } } },
      },
      additional_fields: { read: true, write: false },
    },
  ],
  filters: [
    {
      _id: "6500a1b2c3d4e5f60718293b",
      name: "recent",
      apply_when: { "%%user.type": "normal" },
      query: { archived: false },
      projection: { internal_notes: 0 },
    },
  ],
};

/** Differs from {@link fullRoles} in every field. */
export const updatedRoles = {
  roles: [
    {
      _id: "6500a1b2c3d4e5f60718294a",
      name: "member",
      apply_when: { "%function": { name: "isMember", arguments: ["%%user.id"] } },
      document_filters: { read: true, write: { team_id: "%%user.custom_data.team_id" } },
      read: { "%%root.open": true },
      write: true,
      insert: false,
      delete: { "%%root.open": true },
      search: false,
      fields: {
        total: { read: false, write: true },
        address: { read: false, write: true, fields: { street: { read: false, write: true } } },
      },
      additional_fields: { read: false, write: true },
    },
    { name: "guest", apply_when: {}, read: true },
  ],
  filters: [
    {
      _id: "6500a1b2c3d4e5f60718294b",
      name: "visible",
      apply_when: {},
      query: { hidden: { $ne: true } },
      projection: { internal_notes: 1 },
    },
  ],
};
