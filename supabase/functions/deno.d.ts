/**
 * The part of Deno's API that the functions use. The embedded backend offers the same, see
 * `supabase/local/functions/worker.ts`.
 */
declare namespace Deno {
  function serve(handler: (request: Request) => Response | Promise<Response>): void
  const env: { get(name: string): string | undefined }
}
