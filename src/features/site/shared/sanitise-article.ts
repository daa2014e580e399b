import createDOMPurify, { type WindowLike } from 'dompurify'

const words = (list: string) => list.split(' ')

/** Makes the stored HTML of a post safe to show. Pictures are those inside the text: a reader asks no stranger's server. */
export function createArticleSanitiser(window: WindowLike): (html: string) => DocumentFragment {
  const purify = createDOMPurify(window)
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.tagName === 'IMG' && !/^data:image\//i.test(element.getAttribute('src') ?? '')) element.remove()
    if (element.tagName !== 'A') return
    const href = element.getAttribute('href') ?? ''
    if (/^data:/i.test(href)) element.removeAttribute('href')
    if (/^https?:/i.test(href)) element.setAttribute('rel', 'noopener noreferrer')
  })
  return (html) =>
    purify.sanitize(html, {
      ALLOWED_TAGS: words('p br strong b em i u s h2 h3 ol ul li a img blockquote code pre hr'),
      ALLOWED_ATTR: words('href src alt'),
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/[a-z0-9]|data:image\/(?:png|jpe?g|gif);base64,)/i,
      ALLOW_DATA_ATTR: false,
      SANITIZE_NAMED_PROPS: true,
      RETURN_DOM_FRAGMENT: true,
    })
}
