export interface RouteOptions {
  /** The address that clients use, without a slash at the end; known once the service listens. */
  readonly publicUrl: () => string;
}
