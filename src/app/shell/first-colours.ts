import { storedText } from '@/shared/lib/memory'

/** Puts the chosen light or dark on the page before anything is painted; a script in the page would need an inline CSP. */
const chosen = storedText('mantine-color-scheme-value')
const isDark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
