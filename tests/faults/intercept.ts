/** Intercepts the app's `fetch`, also above another interceptor. Returns the function that removes it. */
export function intercept(answer: (url: string, pass: () => Promise<Response>) => Promise<Response>): () => void {
  const real = globalThis.fetch
  globalThis.fetch = (...request) => answer(String(request[0]), () => real(...request))
  return () => {
    globalThis.fetch = real
  }
}
