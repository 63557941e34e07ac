//go:build tools

// Package tools keeps the Pulumi command line among this module's requirements, so that go.sum covers it.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
