// Generated from the definition of the kind by `npm run generate`; do not edit.
import { defaultRuleKind } from "@appstead/sdk/kinds/default-rule";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a default rule. */
export interface DefaultRuleArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Id of the data source that the object belongs to. A change replaces the resource. */
  serviceId: pulumi.Input<string>;
  /** Roles in order; the first that applies decides, none denies. Source: specification 1 §2.9. */
  roles?: pulumi.Input<pulumi.Input<DefaultRuleRoleArgs>[]>;
  /** Filters; all that apply are added. Source: specification 1 §2.9. */
  filters?: pulumi.Input<pulumi.Input<DefaultRuleFilterArgs>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** One of: roles in order; the first that applies decides, none denies. */
export interface DefaultRuleRoleArgs {
  /** Id that the role has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: pulumi.Input<string>;
  /** Name of the role. Source: specification 1 §2.9. */
  name: pulumi.Input<string>;
  /** Whether the role applies to the user; `{}` always holds. Source: specification 1 §2.9. */
  applyWhen: pulumi.Input<boolean | JsonObject>;
  /** Filters that are added to every query; sync needs both. Source: specification 1 §2.9. */
  documentFilters?: pulumi.Input<DefaultRuleRoleDocumentFiltersArgs>;
  /** Whether all fields may be read; overrides `fields`. Default: not set. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Whether all fields may be written; implies read and overrides `fields`. Default: not set. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
  /** Whether documents may be inserted; also needs write. Default: `true`. Source: specification 1 §2.9. */
  insert?: pulumi.Input<boolean | JsonObject>;
  /** Whether documents may be deleted; also needs write. Default: `true`. Source: specification 1 §2.9. */
  delete?: pulumi.Input<boolean | JsonObject>;
  /** Whether documents may be searched with an index. Default: `true`. Source: specification 1 §2.9. */
  search?: pulumi.Input<boolean | JsonObject>;
  /** Permissions of single fields, by name. Source: specification 1 §2.9. */
  fields?: pulumi.Input<{ [key: string]: pulumi.Input<DefaultRuleRoleFieldArgs> }>;
  /** Permissions of all fields that `fields` does not name. Source: specification 1 §2.9. */
  additionalFields?: pulumi.Input<DefaultRuleRoleAdditionalFieldsArgs>;
}

/** Filters that are added to every query; sync needs both. */
export interface DefaultRuleRoleDocumentFiltersArgs {
  /** Documents that may be read. Default: `true`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Documents that may be written. Default: `true`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
}

/** One of: permissions of single fields, by name. */
export interface DefaultRuleRoleFieldArgs {
  /** Whether the field may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Whether the field may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
  /** Permissions of the fields inside an embedded document, by name. Source: specification 1 §2.9. */
  fields?: pulumi.Input<{ [key: string]: pulumi.Input<DefaultRuleRoleFieldArgs> }>;
}

/** Permissions of all fields that `fields` does not name. */
export interface DefaultRuleRoleAdditionalFieldsArgs {
  /** Whether they may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Whether they may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
}

/** One of: filters; all that apply are added. */
export interface DefaultRuleFilterArgs {
  /** Id that the filter has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: pulumi.Input<string>;
  /** Name of the filter. Source: specification 1 §2.9. */
  name: pulumi.Input<string>;
  /** Whether the filter applies to the request. Source: specification 1 §2.9. */
  applyWhen: pulumi.Input<boolean | JsonObject>;
  /** Query that is added to the request's own. Source: specification 1 §2.9. */
  query?: pulumi.Input<JsonObject>;
  /** Fields to include (1) or to leave out (0), by name. Source: specification 1 §2.9. */
  projection?: pulumi.Input<{ [key: string]: pulumi.Input<number> }>;
}

/** One of: roles in order; the first that applies decides, none denies. */
export interface DefaultRuleRole {
  /** Id that the role has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: string;
  /** Name of the role. Source: specification 1 §2.9. */
  name: string;
  /** Whether the role applies to the user; `{}` always holds. Source: specification 1 §2.9. */
  applyWhen: boolean | JsonObject;
  /** Filters that are added to every query; sync needs both. Source: specification 1 §2.9. */
  documentFilters?: DefaultRuleRoleDocumentFilters;
  /** Whether all fields may be read; overrides `fields`. Default: not set. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Whether all fields may be written; implies read and overrides `fields`. Default: not set. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
  /** Whether documents may be inserted; also needs write. Default: `true`. Source: specification 1 §2.9. */
  insert?: boolean | JsonObject;
  /** Whether documents may be deleted; also needs write. Default: `true`. Source: specification 1 §2.9. */
  delete?: boolean | JsonObject;
  /** Whether documents may be searched with an index. Default: `true`. Source: specification 1 §2.9. */
  search?: boolean | JsonObject;
  /** Permissions of single fields, by name. Source: specification 1 §2.9. */
  fields?: { [key: string]: DefaultRuleRoleField };
  /** Permissions of all fields that `fields` does not name. Source: specification 1 §2.9. */
  additionalFields?: DefaultRuleRoleAdditionalFields;
}

/** Filters that are added to every query; sync needs both. */
export interface DefaultRuleRoleDocumentFilters {
  /** Documents that may be read. Default: `true`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Documents that may be written. Default: `true`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
}

/** One of: permissions of single fields, by name. */
export interface DefaultRuleRoleField {
  /** Whether the field may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Whether the field may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
  /** Permissions of the fields inside an embedded document, by name. Source: specification 1 §2.9. */
  fields?: { [key: string]: DefaultRuleRoleField };
}

/** Permissions of all fields that `fields` does not name. */
export interface DefaultRuleRoleAdditionalFields {
  /** Whether they may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Whether they may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
}

/** One of: filters; all that apply are added. */
export interface DefaultRuleFilter {
  /** Id that the filter has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: string;
  /** Name of the filter. Source: specification 1 §2.9. */
  name: string;
  /** Whether the filter applies to the request. Source: specification 1 §2.9. */
  applyWhen: boolean | JsonObject;
  /** Query that is added to the request's own. Source: specification 1 §2.9. */
  query?: JsonObject;
  /** Fields to include (1) or to leave out (0), by name. Source: specification 1 §2.9. */
  projection?: { [key: string]: number };
}

/**
 * Rule of all collections of a data source that have no rule of their own; at most one for each data source.
 * Source: specification 1 §2.9, §4.2.
 */
export class DefaultRule extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:DefaultRule";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Id of the data source that the object belongs to. */
  declare public readonly serviceId: pulumi.Output<string>;
  /** Roles in order; the first that applies decides, none denies. Source: specification 1 §2.9. */
  declare public readonly roles: pulumi.Output<DefaultRuleRole[] | undefined>;
  /** Filters; all that apply are added. Source: specification 1 §2.9. */
  declare public readonly filters: pulumi.Output<DefaultRuleFilter[] | undefined>;

  /**
   * Declares a default rule.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: DefaultRuleArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(defaultRuleKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
