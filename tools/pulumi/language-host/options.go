package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/shlex"
	"github.com/pulumi/pulumi/sdk/v3/nodejs/npm"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

var packageManagers = []npm.PackageManagerType{
	npm.AutoPackageManager, npm.NpmPackageManager, npm.YarnPackageManager, npm.PnpmPackageManager, npm.BunPackageManager,
}

// options are what `runtime.options` of a Pulumi.yaml or PulumiPolicy.yaml may set.
type options struct {
	typescript     bool
	tsconfig       string
	nodeArgs       []string
	packageManager npm.PackageManagerType
}

func parseOptions(info *pulumirpc.ProgramInfo) (options, error) {
	opts := options{typescript: true, packageManager: npm.AutoPackageManager}
	values := info.GetOptions().AsMap()

	if value, ok := values["typescript"]; ok {
		typescript, isBool := value.(bool)
		if !isBool {
			return opts, fmt.Errorf("runtime option typescript must be true or false, not %v", value)
		}
		opts.typescript = typescript
	}
	if value, ok := values["tsconfig"]; ok {
		path, isString := value.(string)
		if !isString {
			return opts, fmt.Errorf("runtime option tsconfig must be a path, not %v", value)
		}
		opts.tsconfig = path
	}
	if value, ok := values["nodeargs"]; ok {
		line, isString := value.(string)
		if !isString {
			return opts, fmt.Errorf("runtime option nodeargs must be a string of arguments, not %v", value)
		}
		args, err := shlex.Split(line)
		if err != nil {
			return opts, fmt.Errorf("runtime option nodeargs: %w", err)
		}
		opts.nodeArgs = args
	}
	if value, ok := values["packagemanager"]; ok {
		name, isString := value.(string)
		if !isString || !slices.Contains(packageManagers, npm.PackageManagerType(name)) {
			return opts, fmt.Errorf("runtime option packagemanager must be one of %v, not %v", packageManagers, value)
		}
		opts.packageManager = npm.PackageManagerType(name)
	}
	return opts, nil
}

// environment lists the variables by which @pulumi/pulumi learns of the options.
func (opts options) environment() []string {
	var env []string
	if opts.typescript {
		env = append(env, "PULUMI_NODEJS_TYPESCRIPT=true")
	}
	if opts.tsconfig != "" {
		env = append(env, "PULUMI_NODEJS_TSCONFIG_PATH="+opts.tsconfig)
	}
	return env
}

// locateScript finds a script of @pulumi/pulumi as Node would: in the node_modules of the folder or of one above it.
// PULUMI_LANGUAGE_NODEJS_RUN_PATH, if set, replaces it.
func locateScript(script, folder string) (string, error) {
	if path := os.Getenv("PULUMI_LANGUAGE_NODEJS_RUN_PATH"); path != "" {
		return path, nil
	}
	start, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("resolving %s: %w", folder, err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "node_modules", "@pulumi", "pulumi", "cmd", script)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("the Pulumi SDK is not installed for %s: run `pulumi install` or your package "+
				"manager's install command there", start)
		}
	}
}
