/** Stands between the app and the network, also before another such. Returns what takes it away again. */
export function intercept(answer: (url: string, pass: () => Promise<Response>) => Promise<Response>): () => void {
  const real = globalThis.fetch
  globalThis.fetch = (...request) => answer(String(request[0]), () => real(...request))
  return () => {
    globalThis.fetch = real
  }
}
