/** Ten shades of one colour, lightest first. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

/** Process cyan, deepened until white reads on it: action and selection while the company chose no colour. */
export const processShades: Shades = [
  '#e8f6fc',
  '#cfecf8',
  '#a3dbf1',
  '#6fc7e9',
  '#3fb3de',
  '#169bcb',
  '#0083b2',
  '#006d97',
  '#00587b',
  '#003f59',
]

/** The shade of buttons and links. White text on it is readable, and so is this shade on white. */
export const filledShade = 7
/** A filled button darker than this would be lost on the dark theme. */
const darkestFill = 0.05

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

/**
 * Normalises a typed colour: `0B5C73`, `#0B5C73` and `#abc` become `#0b5c73` and `#aabbcc`; other text is only
 * lower-cased.
 */
export function plainColour(typed: string): string {
  const bare = typed.trim().toLowerCase().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/.test(bare)) return `#${bare}`
  return /^[0-9a-f]{3}$/.test(bare)
    ? `#${[...bare].map((digit) => digit + digit).join('')}`
    : typed.trim().toLowerCase()
}

/** Red, green and blue as amounts of light, 0 to 1. */
type Light = [number, number, number]

const lightOf = (colour: string): Light => {
  const part = (at: number) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const colourOf = (light: Light): string =>
  `#${light
    .map((share) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const sum = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** The relative luminance of a colour, 0 to 1 (WCAG 2.2). */
export const luminance = (colour: string): number => sum(lightOf(colour))

/** The contrast of two colours, 1 to 21 (WCAG 2.2); text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour made exactly as light as wanted: at its most vivid, then dimmed or mixed with white light. Its hue stays. */
function madeAsLight(light: Light, wanted: number): Light {
  const most = Math.max(...light)
  const vivid = (share: number) => (most === 0 ? 1 : share / most)
  const now = most === 0 ? 1 : sum(light) / most
  const made = (share: number) =>
    wanted <= now ? (vivid(share) * wanted) / now : vivid(share) + ((1 - vivid(share)) * (wanted - now)) / (1 - now)
  return [made(light[0]), made(light[1]), made(light[2])]
}

/**
 * Ten shades of a colour (`#0b5c73`), each as light as the shade of process cyan at its place, so their contrast is the same in
 * both themes. The filled shade is the colour itself where white text on it is readable.
 */
export function shadesOf(colour: string): Shades {
  const light = lightOf(colour)
  const ours = processShades.map(luminance)
  const limit = ours[filledShade] ?? darkestFill
  const filled = Math.min(limit, Math.max(darkestFill, sum(light)))
  const shade = (place: number) => {
    const wanted = ours[place] ?? filled
    return colourOf(madeAsLight(light, place < filledShade ? wanted : (wanted * filled) / limit))
  }
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)]
}
