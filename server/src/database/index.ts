export type { Cluster } from "./cluster-store";
export { type Clusters, createClusters } from "./clusters";
export { connectDatabase, type DatabaseConnection, type DatabaseOptions } from "./connect-database";
export { DatabaseError } from "./database-error";
export { JoinedReads } from "./joined-reads";
