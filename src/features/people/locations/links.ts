/** Where the screens of locations lead; the app knows the addresses. */
export type LocationLinks = {
  locations: string
  finder: string
  person: (id: string) => string
  business: (id: string) => string
  task: (id: string) => string
  delivery: (id: string) => string
  trail: (id: string) => string
}

export const clientLink = (links: LocationLinks, { type, id }: { type: string; id: string }): string =>
  type === 'Business' ? links.business(id) : links.person(id)
