/** The badge's text for a number of unread notices; empty for zero (spec 2 §9). */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count))

/** The mark before the window's title for a number of unread notices; empty for zero. */
export const titleMark = (count: number): string => (count <= 0 ? '' : `(${badgeText(count)}) `)

/** The bell's label for screen readers. */
export const bellLabel = (count: number): string =>
  count <= 0 ? 'Notifications, none unread' : `Notifications, ${badgeText(count)} unread`
