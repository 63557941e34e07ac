// Generated from the definition of the kind by `npm run generate`; do not edit.
import { ruleKind } from "@appstead/sdk/kinds/rule";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a rule. */
export interface RuleArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Id of the data source that the object belongs to. A change replaces the resource. */
  serviceId: pulumi.Input<string>;
  /** Database of the collection. Source: specification 1 §2.9. */
  database: pulumi.Input<string>;
  /** Collection that the rule protects; one rule for each. Source: specification 1 §2.9. */
  collection: pulumi.Input<string>;
  /** Roles in order; the first that applies decides, none denies. Source: specification 1 §2.9. */
  roles?: pulumi.Input<pulumi.Input<RuleRoleArgs>[]>;
  /** Filters; all that apply are added. Source: specification 1 §2.9. */
  filters?: pulumi.Input<pulumi.Input<RuleFilterArgs>[]>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** One of: roles in order; the first that applies decides, none denies. */
export interface RuleRoleArgs {
  /** Id that the role has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: pulumi.Input<string>;
  /** Name of the role. Source: specification 1 §2.9. */
  name: pulumi.Input<string>;
  /** Whether the role applies to the user; `{}` always holds. Source: specification 1 §2.9. */
  applyWhen: pulumi.Input<boolean | JsonObject>;
  /** Filters that are added to every query; sync needs both. Source: specification 1 §2.9. */
  documentFilters?: pulumi.Input<RuleRoleDocumentFiltersArgs>;
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
  fields?: pulumi.Input<{ [key: string]: pulumi.Input<RuleRoleFieldArgs> }>;
  /** Permissions of all fields that `fields` does not name. Source: specification 1 §2.9. */
  additionalFields?: pulumi.Input<RuleRoleAdditionalFieldsArgs>;
}

/** Filters that are added to every query; sync needs both. */
export interface RuleRoleDocumentFiltersArgs {
  /** Documents that may be read. Default: `true`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Documents that may be written. Default: `true`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
}

/** One of: permissions of single fields, by name. */
export interface RuleRoleFieldArgs {
  /** Whether the field may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Whether the field may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
  /** Permissions of the fields inside an embedded document, by name. Source: specification 1 §2.9. */
  fields?: pulumi.Input<{ [key: string]: pulumi.Input<RuleRoleFieldArgs> }>;
}

/** Permissions of all fields that `fields` does not name. */
export interface RuleRoleAdditionalFieldsArgs {
  /** Whether they may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: pulumi.Input<boolean | JsonObject>;
  /** Whether they may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: pulumi.Input<boolean | JsonObject>;
}

/** One of: filters; all that apply are added. */
export interface RuleFilterArgs {
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
export interface RuleRole {
  /** Id that the role has in an exported configuration; kept as it is. Source: specification 1 §2.9. */
  id?: string;
  /** Name of the role. Source: specification 1 §2.9. */
  name: string;
  /** Whether the role applies to the user; `{}` always holds. Source: specification 1 §2.9. */
  applyWhen: boolean | JsonObject;
  /** Filters that are added to every query; sync needs both. Source: specification 1 §2.9. */
  documentFilters?: RuleRoleDocumentFilters;
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
  fields?: { [key: string]: RuleRoleField };
  /** Permissions of all fields that `fields` does not name. Source: specification 1 §2.9. */
  additionalFields?: RuleRoleAdditionalFields;
}

/** Filters that are added to every query; sync needs both. */
export interface RuleRoleDocumentFilters {
  /** Documents that may be read. Default: `true`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Documents that may be written. Default: `true`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
}

/** One of: permissions of single fields, by name. */
export interface RuleRoleField {
  /** Whether the field may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Whether the field may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
  /** Permissions of the fields inside an embedded document, by name. Source: specification 1 §2.9. */
  fields?: { [key: string]: RuleRoleField };
}

/** Permissions of all fields that `fields` does not name. */
export interface RuleRoleAdditionalFields {
  /** Whether they may be read. Default: `false`. Source: specification 1 §2.9. */
  read?: boolean | JsonObject;
  /** Whether they may be written; implies read. Default: `false`. Source: specification 1 §2.9. */
  write?: boolean | JsonObject;
}

/** One of: filters; all that apply are added. */
export interface RuleFilter {
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
 * Who may read and write the documents of one collection, and which filters are added to requests.
 * Source: specification 1 §2.9, §4.2.
 */
export class Rule extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Rule";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Id of the data source that the object belongs to. */
  declare public readonly serviceId: pulumi.Output<string>;
  /** Database of the collection. Source: specification 1 §2.9. */
  declare public readonly database: pulumi.Output<string>;
  /** Collection that the rule protects; one rule for each. Source: specification 1 §2.9. */
  declare public readonly collection: pulumi.Output<string>;
  /** Name that the service gives the rule: `<database>.<collection>`. */
  declare public readonly name: pulumi.Output<string | undefined>;
  /** Roles in order; the first that applies decides, none denies. Source: specification 1 §2.9. */
  declare public readonly roles: pulumi.Output<RuleRole[] | undefined>;
  /** Filters; all that apply are added. Source: specification 1 §2.9. */
  declare public readonly filters: pulumi.Output<RuleFilter[] | undefined>;

  /**
   * Declares a rule.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: RuleArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(ruleKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
