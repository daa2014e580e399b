import { useState } from 'react'

/** A mail as its reader sees it, in a frame without scripts. Links open in a new tab. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const [height, setHeight] = useState(320)
  return (
    <iframe
      title={title}
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
      sandbox="allow-popups allow-same-origin"
      onLoad={(event) => setHeight(event.currentTarget.contentDocument?.documentElement.scrollHeight ?? 320)}
      style={{
        width: '100%',
        height,
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
        background: '#fff',
        colorScheme: 'light',
      }}
    />
  )
}
