/** What a badge shows for a count of unread things; empty for none (spec 2 §9). */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count))

/** What stands before the title of the window for a count of unread things; empty for none. */
export const titleMark = (count: number): string => (count <= 0 ? '' : `(${badgeText(count)}) `)

/** What the bell says to people who do not see it. */
export const bellLabel = (count: number): string =>
  count <= 0 ? 'Notifications, none unread' : `Notifications, ${badgeText(count)} unread`
