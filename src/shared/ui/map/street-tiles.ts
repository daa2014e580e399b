/** A street-tile service: an address with {z}, {x} and {y}, and the attribution that its licence demands. */
export type StreetTiles = { url: string; attribution: string }

let tiles: StreetTiles | null = null

/** From the configuration, before the first map is shown. Without tiles maps show coasts and borders alone. */
export const setStreetTiles = (next: StreetTiles | null): void => {
  tiles = next
}
export const streetTiles = (): StreetTiles | null => tiles
