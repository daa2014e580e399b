import createDOMPurify, { type Config, type WindowLike } from 'dompurify'
import { withoutHandlers } from '@/shared/domain/text/inert-markup'

const words = (list: string) => list.split(' ')

const config = {
  ALLOWED_TAGS: words('p br strong b em i u s ol ul li a span img blockquote code pre table thead tbody tr th td'),
  ALLOWED_ATTR: words('href class data-list data-mention src alt colspan rowspan'),
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpe?g|gif);base64,)/i,
  ALLOW_DATA_ATTR: false,
  FORBID_TAGS: words('style form input svg math iframe'),
  FORBID_ATTR: words('style id name'),
  SANITIZE_NAMED_PROPS: true,
  RETURN_TRUSTED_TYPE: true as const,
} satisfies Config & { RETURN_TRUSTED_TYPE: true }

/**
 * Cleans stored HTML for display. Anybody with a session may write it through the API. Links open in a new tab without
 * a referrer. Only embedded images are allowed, so that showing a text sends no request to another host.
 */
export function createSanitiser(window: WindowLike): (html: string) => TrustedHTML {
  const purify = createPurifier(window)
  return (html) => purify.sanitize(withoutHandlers(html), config)
}

/** As `createSanitiser`, but returns nodes, so that callers need no `innerHTML`. */
export function createFragmentSanitiser(window: WindowLike): (html: string) => DocumentFragment {
  const purify = createPurifier(window)
  return (html) =>
    purify.sanitize(withoutHandlers(html), { ...config, RETURN_TRUSTED_TYPE: false, RETURN_DOM_FRAGMENT: true })
}

function createPurifier(window: WindowLike) {
  const purify = createDOMPurify(window)
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.hasAttribute('class')) keepKnownClasses(element)
    if (element.tagName === 'A') {
      if (/^data:/i.test(element.getAttribute('href') ?? '')) element.removeAttribute('href')
      element.setAttribute('rel', 'noopener noreferrer nofollow')
      element.setAttribute('target', '_blank')
    }
    if (element.tagName === 'IMG' && !/^data:image\//i.test(element.getAttribute('src') ?? '')) element.remove()
  })
  return purify
}

function keepKnownClasses(element: Element): void {
  const known = [...element.classList].filter((name) => /^ql-|mention$/.test(name))
  if (known.length > 0) element.setAttribute('class', known.join(' '))
  else element.removeAttribute('class')
}
