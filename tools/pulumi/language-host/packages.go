package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/nodejs/npm"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// InstallDependencies installs what a program or a plugin needs, in the root of its workspace if it has one.
func (host *nodeHost) InstallDependencies(
	req *pulumirpc.InstallDependenciesRequest, server pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	opts, err := parseOptions(req.GetInfo())
	if err != nil {
		return err
	}
	folder := req.GetInfo().GetProgramDirectory()
	root, err := npm.FindWorkspaceRoot(folder)
	switch {
	case errors.Is(err, npm.ErrNotInWorkspace):
		root = folder
	case err != nil:
		return fmt.Errorf("finding the workspace of %s: %w", folder, err)
	}
	closer, stdout, stderr, err := rpcutil.MakeInstallDependenciesStreams(server, req.GetIsTerminal())
	if err != nil {
		return fmt.Errorf("opening the streams of the installation: %w", err)
	}
	fmt.Fprintf(stdout, "Installing dependencies in %s...\n\n", root)
	if _, err = npm.Install(server.Context(), opts.packageManager, root, req.GetIsPlugin(), stdout, stderr); err != nil {
		return errors.Join(fmt.Errorf("installing dependencies in %s: %w", root, err), closer.Close())
	}
	fmt.Fprint(stdout, "Finished installing dependencies\n\n")
	return closer.Close()
}

// GetProgramDependencies lists the packages that a program has installed.
func (host *nodeHost) GetProgramDependencies(
	ctx context.Context, req *pulumirpc.GetProgramDependenciesRequest,
) (*pulumirpc.GetProgramDependenciesResponse, error) {
	opts, err := parseOptions(req.GetInfo())
	if err != nil {
		return nil, err
	}
	folder := req.GetInfo().GetProgramDirectory()
	manager, err := npm.ResolvePackageManager(opts.packageManager, folder)
	if err != nil {
		return nil, fmt.Errorf("finding the package manager: %w", err)
	}
	packages, err := manager.ListPackages(ctx, folder, req.GetTransitiveDependencies())
	if err != nil {
		return nil, fmt.Errorf("listing the packages of %s: %w", folder, err)
	}
	response := &pulumirpc.GetProgramDependenciesResponse{}
	for _, dependency := range packages {
		response.Dependencies = append(response.Dependencies, &pulumirpc.DependencyInfo{
			Name: dependency.Name, Version: dependency.Version,
		})
	}
	return response, nil
}

// RuntimeOptionsPrompts asks `pulumi new` for the package manager, unless it is set.
func (host *nodeHost) RuntimeOptionsPrompts(
	_ context.Context, req *pulumirpc.RuntimeOptionsRequest,
) (*pulumirpc.RuntimeOptionsResponse, error) {
	if _, set := req.GetInfo().GetOptions().AsMap()["packagemanager"]; set {
		return &pulumirpc.RuntimeOptionsResponse{}, nil
	}
	text := func(value string) *pulumirpc.RuntimeOptionPrompt_RuntimeOptionValue {
		return &pulumirpc.RuntimeOptionPrompt_RuntimeOptionValue{
			PromptType: pulumirpc.RuntimeOptionPrompt_STRING, StringValue: value, DisplayName: value,
		}
	}
	return &pulumirpc.RuntimeOptionsResponse{Prompts: []*pulumirpc.RuntimeOptionPrompt{{
		Key:         "packagemanager",
		Description: "The package manager to use for installing dependencies",
		PromptType:  pulumirpc.RuntimeOptionPrompt_STRING,
		Choices:     []*pulumirpc.RuntimeOptionPrompt_RuntimeOptionValue{text("npm"), text("pnpm"), text("yarn"), text("bun")},
		Default:     text("npm"),
	}}}, nil
}
