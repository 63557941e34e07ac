// Command pulumi-language-nodejs is the language host with which an engine built from source runs Node programs and
// policy packs: the host of the official release is not published as a Go module. It speaks the same protocol and
// starts the same scripts of @pulumi/pulumi.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/cmdutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/logging"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

// healthCheckInterval is how often the host asks whether the engine still lives, so that it never outlives it for long.
const healthCheckInterval = 5 * time.Minute

func main() {
	tracing := flag.String("tracing", "", "emit tracing to a Zipkin-compatible endpoint")
	flag.Parse()
	logging.InitLogging(false, 0, false)
	cmdutil.InitTracing("pulumi-language-nodejs", "pulumi-language-nodejs", *tracing)

	if err := serve(flag.Arg(0), *tracing); err != nil {
		cmdutil.Exit(err)
	}
}

// serve answers the engine until it is interrupted or the engine is gone. The port goes to standard output, where the
// engine waits for it.
func serve(engineAddress, tracing string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	stopped := make(chan bool)
	context.AfterFunc(ctx, func() { close(stopped) })

	host := newNodeHost(engineAddress, tracing, stop)
	if engineAddress != "" {
		if err := rpcutil.Healthcheck(ctx, engineAddress, healthCheckInterval, stop); err != nil {
			return fmt.Errorf("watching the engine at %s: %w", engineAddress, err)
		}
	}

	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: stopped,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, host)
			return nil
		},
		Options: rpcutil.TracingServerInterceptorOptions(nil),
	})
	if err != nil {
		return fmt.Errorf("listening for the engine: %w", err)
	}
	fmt.Printf("%d\n", handle.Port)
	if err := <-handle.Done; err != nil {
		return fmt.Errorf("serving the engine: %w", err)
	}
	return nil
}
