/** With these statuses browsers deliver an empty body, but refuse to build a response with one. */
const withoutBody = new Set([204, 205, 304])

/** An answer whose body can be read and given on. */
export const hasBody = (answer: Response): answer is Response & { body: NonNullable<Response['body']> } =>
  answer.body !== null && !withoutBody.has(answer.status)
