export type Client = { id: string; name: string | null; last_name: string | null; company: string | null }

/** How a client is called in a line: the company, else the person. */
export const clientName = (client: Client | null): string =>
  client === null ? '' : client.company || [client.name, client.last_name].filter(Boolean).join(' ')
