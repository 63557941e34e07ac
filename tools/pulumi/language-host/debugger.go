package main

import (
	"context"
	"fmt"
	"net"
	"os/exec"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/structpb"
)

// debugger is a Node inspector that waits for somebody to attach.
type debugger struct{ port int }

func newDebugger() (*debugger, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("finding a port for the debugger: %w", err)
	}
	defer listener.Close()
	return &debugger{port: listener.Addr().(*net.TCPAddr).Port}, nil
}

func (debug *debugger) nodeArgs() []string {
	return []string{fmt.Sprintf("--inspect-brk=127.0.0.1:%d", debug.port), "--inspect-publish-uid=http"}
}

// announceDebugger lets the engine tell the user where to attach.
func (host *nodeHost) announceDebugger(ctx context.Context, cmd *exec.Cmd, debug *debugger, name string) error {
	engine, conn, err := host.connectToEngine()
	if err != nil {
		return err
	}
	defer conn.Close()
	config, err := structpb.NewStruct(map[string]any{
		"name":             name,
		"type":             "node",
		"request":          "attach",
		"processId":        cmd.Process.Pid,
		"port":             debug.port,
		"continueOnAttach": true,
		"skipFiles":        []any{"<node_internals>/**"},
	})
	if err != nil {
		return err
	}
	_, err = engine.StartDebugging(ctx, &pulumirpc.StartDebuggingRequest{
		Config:  config,
		Message: fmt.Sprintf("on process id %d and port %d", cmd.Process.Pid, debug.port),
	})
	if err != nil {
		return fmt.Errorf("starting the debugger: %w", err)
	}
	return nil
}
