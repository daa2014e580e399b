export type Client = { id: string; name: string | null; last_name: string | null; company: string | null }

/** The name of a client in one line: the company, else the person. */
export const clientName = (client: Client | null): string =>
  client === null ? '' : client.company || [client.name, client.last_name].filter(Boolean).join(' ')
