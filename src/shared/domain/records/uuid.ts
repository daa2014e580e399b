const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The text when it is a UUID, else null: anybody can type an address. */
export const uuidOf = (text: string | null): string | null => (text !== null && shape.test(text) ? text : null)
