import { useMediaQuery } from '@mantine/hooks'

/**
 * True on phones, where lists are cards and filters are behind one button. False in print, although paper is as narrow.
 */
export const useIsPhone = (): boolean =>
  useMediaQuery('screen and (max-width: 47.99em)', false, { getInitialValueInEffect: false })

const widths = {
  sm: '(min-width: 48em), print',
  md: '(min-width: 62em)',
  lg: '(min-width: 75em)',
  xl: '(min-width: 90em)',
} as const
const first = { getInitialValueInEffect: false }

/** Whether the window is at least 768, 992, 1200 or 1440 px wide. Print counts as 768. */
export const useWidths = (): Record<keyof typeof widths, boolean> => ({
  sm: useMediaQuery(widths.sm, true, first),
  md: useMediaQuery(widths.md, true, first),
  lg: useMediaQuery(widths.lg, true, first),
  xl: useMediaQuery(widths.xl, true, first),
})
