package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/version"
	"github.com/pulumi/pulumi/sdk/v3/nodejs/npm"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

// killDelay is how long an interrupted Node process may take to finish before it is killed.
const killDelay = 5 * time.Second

// nodeHost serves pulumirpc.LanguageRuntime. Code generation stays unimplemented: it belongs to `pulumi convert` and
// `pulumi package`, which are used with an official installation.
type nodeHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer

	engineAddress string
	tracing       string
	// stopServing ends the host when the engine that it was given in the handshake is gone.
	stopServing context.CancelFunc
	// cancelled is done once the engine called Cancel.
	cancelled context.Context
	cancel    context.CancelFunc
}

func newNodeHost(engineAddress, tracing string, stopServing context.CancelFunc) *nodeHost {
	cancelled, cancel := context.WithCancel(context.Background())
	return &nodeHost{
		engineAddress: engineAddress,
		tracing:       tracing,
		stopServing:   stopServing,
		cancelled:     cancelled,
		cancel:        cancel,
	}
}

// Handshake tells the host which engine it serves.
func (host *nodeHost) Handshake(
	_ context.Context, req *pulumirpc.LanguageHandshakeRequest,
) (*pulumirpc.LanguageHandshakeResponse, error) {
	known := host.engineAddress
	host.engineAddress = req.GetEngineAddress()
	if known == "" {
		err := rpcutil.Healthcheck(host.cancelled, host.engineAddress, healthCheckInterval, host.stopServing)
		if err != nil {
			return nil, fmt.Errorf("watching the engine at %s: %w", host.engineAddress, err)
		}
	}
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

// GetPluginInfo answers the version of the engine that this host was built with.
func (host *nodeHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version.Version}, nil
}

// GetRequiredPackages names no package: plugins are found when a resource asks for them, never downloaded ahead.
func (host *nodeHost) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

// Cancel interrupts the program that runs. Plugins are ended by their own streams.
func (host *nodeHost) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	host.cancel()
	return &emptypb.Empty{}, nil
}

// About describes the Node and the package manager that programs get.
func (host *nodeHost) About(ctx context.Context, req *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	opts, err := parseOptions(req.GetInfo())
	if err != nil {
		return nil, err
	}
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.AboutResponse{Executable: node, Metadata: map[string]string{}}
	if out, err := exec.CommandContext(ctx, node, "--version").Output(); err == nil {
		response.Version = strings.TrimSpace(string(out))
	}
	manager, err := npm.ResolvePackageManager(opts.packageManager, req.GetInfo().GetProgramDirectory())
	if err != nil {
		return nil, fmt.Errorf("finding the package manager: %w", err)
	}
	response.Metadata["packagemanager"] = manager.Name()
	if managerVersion, err := manager.Version(); err == nil {
		response.Metadata["packagemanagerVersion"] = managerVersion.String()
	}
	return response, nil
}

// nodeCommand runs Node until it ends or the context does: then it is interrupted, and killed when it has not finished
// soon after.
func nodeCommand(ctx context.Context, args, env []string) (*exec.Cmd, error) {
	node, err := findNode()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, node, args...)
	cmd.Env = env
	cmd.WaitDelay = killDelay
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	return cmd, nil
}

func (host *nodeHost) connectToEngine() (pulumirpc.EngineClient, *grpc.ClientConn, error) {
	conn, err := grpc.NewClient(host.engineAddress, append(
		rpcutil.TracingInterceptorDialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		rpcutil.GrpcChannelOptions(),
	)...)
	if err != nil {
		return nil, nil, fmt.Errorf("connecting to the engine at %s: %w", host.engineAddress, err)
	}
	return pulumirpc.NewEngineClient(conn), conn, nil
}

func findNode() (string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return "", fmt.Errorf("no node on PATH: install Node.js, or put its folder on PATH (%w)", err)
	}
	return node, nil
}
