const words = (list: string) => new Set(list.split(' '))

/** The elements of an article. */
export const kept = words('P BR STRONG B EM I U S H2 H3 OL UL LI A IMG BLOCKQUOTE CODE PRE HR')
/** Elements removed with their content, because it is not for readers. Of any other element the text stays. */
export const dropped = words(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED TEXTAREA SELECT TITLE XMP NOEMBED NOFRAMES',
)

export const address = /^(?:https?:|mailto:|tel:|\/[a-z0-9])/i
export const picture = /^data:image\/(?:png|jpe?g|gif);base64,[a-z0-9+/=\s]+$/i
