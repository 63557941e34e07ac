package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// exitAfterUserMessage is the code with which @pulumi/pulumi exits when it has already told the user what is wrong.
const exitAfterUserMessage = 32

// Run executes a Pulumi program to its end. What goes wrong in the program is part of the answer, not an error.
func (host *nodeHost) Run(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	err := host.runProgram(ctx, req)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return &pulumirpc.RunResponse{}, nil
	case errors.As(err, &exit) && exit.ExitCode() == exitAfterUserMessage:
		return &pulumirpc.RunResponse{Bail: true}, nil
	default:
		return &pulumirpc.RunResponse{Error: describeExit(err).Error()}, nil
	}
}

func (host *nodeHost) runProgram(ctx context.Context, req *pulumirpc.RunRequest) error {
	opts, err := parseOptions(req.GetInfo())
	if err != nil {
		return err
	}
	script, err := locateScript("run", req.GetInfo().GetProgramDirectory())
	if err != nil {
		return err
	}
	env, err := programEnvironment(req, opts)
	if err != nil {
		return err
	}
	args := append([]string{}, opts.nodeArgs...)
	var debug *debugger
	if req.GetAttachDebugger() {
		if debug, err = newDebugger(); err != nil {
			return err
		}
		args = append(args, debug.nodeArgs()...)
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	defer context.AfterFunc(host.cancelled, done)()
	cmd, err := nodeCommand(ctx, append(append(args, script), host.programArguments(req)...), env)
	if err != nil {
		return err
	}
	// Wrapped, so that Node gets a pipe and cannot switch our own streams to non-blocking mode.
	cmd.Stdout = struct{ io.Writer }{os.Stdout}
	cmd.Stderr = struct{ io.Writer }{os.Stderr}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("could not start Node: %w", err)
	}
	if debug != nil {
		if err := host.announceDebugger(ctx, cmd, debug, "Pulumi: Program (nodejs)"); err != nil {
			return errors.Join(err, cmd.Process.Kill(), cmd.Wait())
		}
	}
	return cmd.Wait()
}

func (host *nodeHost) programArguments(req *pulumirpc.RunRequest) []string {
	var args []string
	add := func(name, value string) {
		if value != "" {
			args = append(args, "--"+name, value)
		}
	}
	add("monitor", req.GetMonitorAddress())
	add("engine", host.engineAddress)
	add("organization", req.GetOrganization())
	add("project", req.GetProject())
	add("root-directory", req.GetInfo().GetRootDirectory())
	add("stack", req.GetStack())
	add("pwd", req.GetInfo().GetProgramDirectory())
	add("parallel", strconv.Itoa(int(req.GetParallel())))
	add("tracing", host.tracing)
	if req.GetDryRun() {
		args = append(args, "--dry-run")
	}
	entry := req.GetInfo().GetEntryPoint()
	if entry == "" {
		entry = "."
	}
	return append(append(args, entry), req.GetArgs()...)
}

func programEnvironment(req *pulumirpc.RunRequest, opts options) ([]string, error) {
	config := req.GetConfig()
	if config == nil {
		config = map[string]string{}
	}
	secretKeys := req.GetConfigSecretKeys()
	if secretKeys == nil {
		secretKeys = []string{}
	}
	configJSON, err := json.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("serializing the configuration: %w", err)
	}
	secretKeysJSON, err := json.Marshal(secretKeys)
	if err != nil {
		return nil, fmt.Errorf("serializing the names of secret configuration: %w", err)
	}
	env := append(os.Environ(), "PULUMI_CONFIG="+string(configJSON), "PULUMI_CONFIG_SECRET_KEYS="+string(secretKeysJSON))
	return append(env, opts.environment()...), nil
}

// describeExit says in the engine's usual words how Node ended. Other errors are returned as they are.
func describeExit(err error) error {
	var exit *exec.ExitError
	switch {
	case !errors.As(err, &exit):
		return err
	case exit.Exited():
		return fmt.Errorf("Program exited with non-zero exit code: %d", exit.ExitCode())
	default:
		return fmt.Errorf("Program exited unexpectedly: %w", exit)
	}
}
