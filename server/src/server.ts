import { connectDatabase } from "./database/connect-database";
import { createLogger } from "./http/logger";
import type { RunningServer } from "./running-server";
import type { ServerOptions } from "./server-options";

/**
 * Starts the service and waits until it answers.
 *
 * @throws DataFolderLockedError when another process holds the data folder
 * @throws AdminKeyConflictError when the given public key is known with another private key
 * @throws AdminSettingsError, ServiceKeyError, DatabaseError
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const log = createLogger(options.logLevel ?? "info");
  const database = await connectDatabase({ dataDir: options.dataDir, mongodbUri: options.mongodbUri, log });
  try {
    // Loaded now and not before: the writer thread of the database starts in the meantime.
    const { serve }: typeof import("./serve") = require("./serve");
    return await serve(options, database, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}
