import type { PageMetadata } from './website-metadata'

/** Writes the metadata into the head of the page: each tag once, those without a value removed. */
export function applyMetadata(page: Document, metadata: PageMetadata): void {
  for (const left of page.head.querySelectorAll('meta[data-from-settings]')) left.remove()
  for (const { attribute, key, content } of metadata.tags) {
    const tag = page.head.querySelector(`meta[${attribute}="${key}"]`) ?? page.createElement('meta')
    // The server wrote this tag for the open page, so it is more specific than the site's settings.
    if (tag.hasAttribute('data-page') && tag.getAttribute('data-page') === page.location?.pathname) continue
    tag.setAttribute(attribute, key)
    tag.setAttribute('content', content)
    tag.setAttribute('data-from-settings', '')
    page.head.append(tag)
  }
  if (!metadata.icon) return
  const icon = page.head.querySelector('link[rel="icon"]') ?? page.createElement('link')
  icon.setAttribute('rel', 'icon')
  icon.removeAttribute('type')
  icon.setAttribute('href', metadata.icon)
  page.head.append(icon)
}
