const texts = new WeakMap<Response, string>()

/** A response whose body is known as a whole, so that it is sent without a stream. */
export function wholeText(body: string, init: ResponseInit): Response {
  const response = new Response(body, init)
  texts.set(response, body)
  return response
}

/** The body of a response that `wholeText` made and nobody has read yet. */
export const wholeBody = (response: Response): string | undefined =>
  response.bodyUsed ? undefined : texts.get(response)
