package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"

	sdk "github.com/pulumi/pulumi/sdk/v3"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// RunPlugin runs a plugin that is written for Node (a policy pack, or a provider) until it ends, and streams its output.
func (host *nodeHost) RunPlugin(
	req *pulumirpc.RunPluginRequest, server pulumirpc.LanguageRuntime_RunPluginServer,
) error {
	closer, stdout, stderr, err := rpcutil.MakeRunPluginStreams(server, false)
	if err != nil {
		return fmt.Errorf("opening the plugin's streams: %w", err)
	}
	run := host.runPlugin
	if req.GetKind() == string(apitype.AnalyzerPlugin) {
		run = host.runPolicyPack
	}
	if err := run(server.Context(), req, stdout, stderr); err != nil {
		return errors.Join(describeExit(err), closer.Close())
	}
	return closer.Close()
}

func (host *nodeHost) runPlugin(
	ctx context.Context, req *pulumirpc.RunPluginRequest, stdout, stderr io.Writer,
) error {
	args := append([]string{req.GetInfo().GetProgramDirectory()}, req.GetArgs()...)
	cmd, debug, err := pluginCommand(ctx, req, "run-plugin", args)
	if err != nil {
		return err
	}
	cmd.Dir, cmd.Stdout, cmd.Stderr = req.GetPwd(), stdout, stderr
	if err := host.startPlugin(ctx, cmd, debug, req.GetName()); err != nil {
		return err
	}
	return cmd.Wait()
}

// runPolicyPack starts a policy pack once the engine has told which stack it is for: the libraries of policy packs
// expect that in their environment, the engine tells it by a call. The proxy answers the engine until then.
func (host *nodeHost) runPolicyPack(
	ctx context.Context, req *pulumirpc.RunPluginRequest, stdout, stderr io.Writer,
) error {
	folder := req.GetInfo().GetProgramDirectory()
	args := append(append([]string{}, req.GetArgs()...), folder)
	cmd, debug, err := pluginCommand(ctx, req, "run-policy-pack", args)
	if err != nil {
		return err
	}
	proxy, packStdout, err := sdk.NewPolicyProxy(ctx, stdout)
	if err != nil {
		return fmt.Errorf("starting the proxy of policy pack %s: %w", folder, err)
	}
	stack, err := proxy.AwaitConfiguration(ctx)
	if err != nil {
		return fmt.Errorf("waiting for the stack that policy pack %s is for: %w", folder, err)
	}
	stackEnv, err := policyEnvironment(stack)
	if err != nil {
		return err
	}
	cmd.Env = append(cmd.Env, stackEnv...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, packStdout, stderr
	if err := host.startPlugin(ctx, cmd, debug, req.GetName()); err != nil {
		return err
	}
	if err := proxy.Attach(ctx, cmd); err != nil {
		return fmt.Errorf("running policy pack %s: %w", folder, err)
	}
	return nil
}

func pluginCommand(
	ctx context.Context, req *pulumirpc.RunPluginRequest, script string, args []string,
) (*exec.Cmd, *debugger, error) {
	opts, err := parseOptions(req.GetInfo())
	if err != nil {
		return nil, nil, err
	}
	path, err := locateScript(script, req.GetInfo().GetProgramDirectory())
	if err != nil {
		return nil, nil, err
	}
	nodeArgs := append([]string{}, opts.nodeArgs...)
	var debug *debugger
	if req.GetAttachDebugger() {
		if debug, err = newDebugger(); err != nil {
			return nil, nil, err
		}
		nodeArgs = append(nodeArgs, debug.nodeArgs()...)
	}
	env := append(append([]string{}, req.GetEnv()...), opts.environment()...)
	cmd, err := nodeCommand(ctx, append(append(nodeArgs, path), args...), env)
	return cmd, debug, err
}

func (host *nodeHost) startPlugin(ctx context.Context, cmd *exec.Cmd, debug *debugger, name string) error {
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("could not start the plugin: %w", err)
	}
	if debug == nil {
		return nil
	}
	if err := host.announceDebugger(ctx, cmd, debug, fmt.Sprintf("Pulumi: Plugin (%s)", name)); err != nil {
		return errors.Join(err, cmd.Process.Kill(), cmd.Wait())
	}
	return nil
}

// policyEnvironment is nil without a stack, as when a pack is only asked about itself.
func policyEnvironment(stack *pulumirpc.AnalyzerStackConfigureRequest) ([]string, error) {
	if stack == nil {
		return nil, nil
	}
	var env []string
	add := func(name, value string) {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	add("PULUMI_NODEJS_ORGANIZATION", stack.GetOrganization())
	add("PULUMI_NODEJS_PROJECT", stack.GetProject())
	add("PULUMI_NODEJS_STACK", stack.GetStack())
	add("PULUMI_NODEJS_DRY_RUN", strconv.FormatBool(stack.GetDryRun()))
	if stack.GetConfig() != nil {
		config, err := json.Marshal(stack.GetConfig())
		if err != nil {
			return nil, fmt.Errorf("serializing the stack's configuration: %w", err)
		}
		add("PULUMI_CONFIG", string(config))
	}
	return env, nil
}
