const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The text when it has the shape of a key, else null: addresses are typed by anybody. */
export const uuidOf = (text: string | null): string | null => (text !== null && shape.test(text) ? text : null)
