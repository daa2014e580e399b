/** A name of the database as it stands in a statement, whatever signs it has. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
