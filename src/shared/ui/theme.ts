import {
  createTheme,
  type CSSVariablesResolver,
  getFontSize,
  getLineHeight,
  type MantineColorsTuple,
} from '@mantine/core'
import { filledShade, processShades, type Shades, shadesOf } from '@/shared/domain/web/brand-colour'
import { holdPress } from '../hooks/hold-press'

/** Magenta, for urgent and wrong. Mantine's `red` is replaced by it too, so errors have one colour. */
const magenta: MantineColorsTuple = [
  '#fdeaf4',
  '#fad2e7',
  '#f4a5ce',
  '#ee79b4',
  '#e5489a',
  '#d6217f',
  '#c0006a',
  '#a5005b',
  '#85004a',
  '#5e0034',
]

/** Yellow: only as a fill, for waiting things. */
const yellow: MantineColorsTuple = [
  '#fffbdf',
  '#fff4b3',
  '#ffed85',
  '#ffe657',
  '#ffdf2b',
  '#f2cd00',
  '#c9a900',
  '#8a7300',
  '#665500',
  '#453a00',
]

const coolGrey: MantineColorsTuple = [
  '#f6f8fa',
  '#edf1f4',
  '#e0e6eb',
  '#ccd4db',
  '#aab5bf',
  '#82909c',
  '#5f6c78',
  '#47535e',
  '#303941',
  '#1b2127',
]

const night: MantineColorsTuple = [
  '#dbe1e7',
  '#bac4cd',
  '#98a4af',
  '#6d7a86',
  '#414c56',
  '#2d363e',
  '#20272d',
  '#161b20',
  '#101418',
  '#0a0d10',
]

/** The colour of actions and selection, under both names that components use. */
const actionIn = (shades: Shades) => ({ process: shades, blue: shades })

/** Progress and done have the same colour in every company: with a red brand colour, "Paid" would look like an alarm. */
const status = { cyan: processShades, teal: processShades, green: processShades }

const base = createTheme({
  primaryColor: 'process',
  primaryShade: { light: filledShade, dark: filledShade },
  colors: {
    ...actionIn(processShades),
    ...status,
    magenta,
    yellow,
    gray: coolGrey,
    dark: night,
    red: magenta,
    pink: magenta,
  },
  black: '#14191e',
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A closed list has no options in the page: some hold hundreds, and each key typed beside them drew them all.
    // An opened list scrolls to its chosen option. Before it is positioned that would scroll the page or the window to the top.
    Combobox: { defaultProps: { keepMounted: false, floatingStrategy: 'fixed' } },
    ComboboxOption: { defaultProps: { onPointerDown: holdPress } },
    // Enter picks the first match, in every field with a list.
    Select: { defaultProps: { selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    // A link without a size gets the size of the surrounding text.
    Anchor: {
      vars: (_theme: unknown, { size }: { size?: string | number }) => ({
        root: {
          '--text-fz': size === undefined ? '1em' : getFontSize(size),
          '--text-lh': size === undefined ? '1lh' : getLineHeight(size),
        },
      }),
    },
    // Badges keep the case of their words: capitals would make names and days hard to read.
    Badge: { styles: { root: { textTransform: 'none', letterSpacing: 0 }, label: { fontWeight: 600 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
    },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.45 } } },
  },
})

/** The product's theme, in the company's colour (`#0b5c73`) if it chose one. */
export const themeIn = (brandColour: string | null) =>
  brandColour === null
    ? base
    : { ...base, colors: { ...base.colors, ...actionIn(shadesOf(brandColour)) }, other: { brandColour } }

/** Overrides of Mantine's colours that miss AA on our backgrounds. */
export const cssVariables: CSSVariablesResolver = ({ other }) => ({
  variables: typeof other.brandColour === 'string' ? { '--signwright-brand': other.brandColour } : {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-magenta-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--signwright-line': 'var(--mantine-color-gray-2)',
    '--signwright-ground': 'var(--mantine-color-gray-0)',
    '--signwright-paper': 'var(--mantine-color-white)',
    '--signwright-key': '#14191e',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-magenta-3)',
    '--mantine-color-red-6': 'var(--mantine-color-magenta-3)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--signwright-line': 'var(--mantine-color-dark-5)',
    '--signwright-ground': 'var(--mantine-color-dark-7)',
    '--signwright-paper': 'var(--mantine-color-dark-6)',
    '--signwright-key': '#e9edf0',
  },
})
