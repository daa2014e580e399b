import { useLocation } from 'react-router-dom'

/** The id of the comment that the address names (`#comment-…`), as notices and the dashboard do; null without one. */
export const useMeantComment = (): string | null => /^#comment-([0-9a-f-]{36})$/i.exec(useLocation().hash)?.[1] ?? null
