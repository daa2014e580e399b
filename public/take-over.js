// For pages that the server wrote (docs/decisions/0360). They are complete without the app: they can be read, and their
// links lead on. Its code is fetched once the page is painted, and runs when the visitor does something for the first
// time, or some seconds later: so nothing stands in the way of what is seen first. Whoever is signed in gets it at once.
;(() => {
  const [entry, ...others] = document.querySelector('meta[name="code-of-page"]').content.split(' ')
  const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin']
  /** In ms after the page is there. */
  const patience = 5000
  let pressed = null

  const link = (href) => {
    const one = document.createElement('link')
    one.rel = 'modulepreload'
    one.crossOrigin = ''
    one.href = href
    document.head.append(one)
  }
  const begin = () => {
    if (document.querySelector('script[type="module"]')) return
    for (const sign of signs) removeEventListener(sign, begin, true)
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = entry
    document.head.append(script)
  }
  // A press that came before the app is its first one.
  const note = ({ target }) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  addEventListener('click', note, true)
  addEventListener(
    'taken-over',
    () => {
      removeEventListener('click', note, true)
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )

  // A language that came before the app is kept as src/kit/client-page/use-page-language.ts keeps it, which reads it.
  const keep = ({ target }) => {
    if (target.name !== 'language') return
    try {
      localStorage.setItem('signwright:language', JSON.stringify(target.value))
    } catch {
      // A browser that stores nothing forgets every choice.
    }
    begin()
  }
  addEventListener('change', keep, true)
  addEventListener('taken-over', () => removeEventListener('change', keep, true), { once: true })

  // A visit that ends before the app runs is counted here, as src/features/site/visits/use-note-visit.ts counts others.
  let backend = null
  const learn = () =>
    fetch('/config.json')
      .then((answer) => answer.json())
      .then((config) => (backend = config))
      .catch(() => {})
  const count = () => {
    removeEventListener('pagehide', count)
    if (!backend || navigator.globalPrivacyControl === true || navigator.doNotTrack === '1') return
    const visit = { p_path: location.pathname }
    if (document.referrer && !document.referrer.startsWith(location.origin)) visit.p_referrer = document.referrer
    fetch(`${backend.supabaseUrl || location.origin}/rest/v1/rpc/note_visit`, {
      method: 'POST',
      keepalive: true,
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(visit),
    }).catch(() => {})
  }
  addEventListener('pagehide', count)
  addEventListener('taken-over', () => removeEventListener('pagehide', count), { once: true })

  // src/features/system/auth/stored-session.ts
  const isSignedIn = () => {
    try {
      return localStorage.getItem('sb-signwright-auth') !== null
    } catch {
      return false
    }
  }
  // src/kit/client-page/use-page-language.ts: a page in another language than its reader's goes on at once.
  const isOtherLanguage = () => {
    const languages = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'mt']
    const wanted = (code) => languages.find((one) => one === String(code).slice(0, 2))
    let chosen = null
    try {
      chosen = JSON.parse(localStorage.getItem('signwright:language'))
    } catch {
      // Nothing was chosen that can be read.
    }
    const linked = new URLSearchParams(location.search).get('lang')
    const language = [chosen, linked, ...navigator.languages].map(wanted).find(Boolean)
    return language !== undefined && language !== document.documentElement.lang
  }
  if (isSignedIn() || isOtherLanguage()) return begin()
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    for (const href of [entry, ...others]) link(href)
    setTimeout(begin, patience)
  }
  const whenThere = () => {
    void learn()
    // A page may have loaded before it is first painted: what is fetched then stands in the way of what is seen.
    // A hidden page is not painted at all.
    setTimeout(ask, 2000)
    if (typeof PerformanceObserver === 'undefined') return
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      ask()
    }).observe({ type: 'paint', buffered: true })
  }
  if (document.readyState === 'complete') whenThere()
  else addEventListener('load', whenThere)
})()
