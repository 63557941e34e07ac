// Run with: pulumi preview --policy-pack node_modules/@appstead/policies/pack
const { PolicyPack } = require("@pulumi/policy");
const { policies } = require("../dist/index.js");

new PolicyPack("appstead", { policies });
