import { Text, Title } from '@mantine/core'
import { IconPhoto, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { clipped, type MetadataValues, previewsOf } from '../metadata-fields'
import classes from './site-previews.module.css'
import form from './settings-form.module.css'

/** The site as in a search engine's list, and as a shared link. */
export function SitePreviews({ values }: { values: MetadataValues }) {
  const { search, shared } = previewsOf(values)
  return (
    <section className={form.paper} aria-label="Preview">
      <Title order={2} mb="sm">
        In search results
      </Title>
      <div className={classes.result}>
        <div className={classes.source}>
          <span className={classes.icon}>
            <Picture key={search.icon} src={search.icon} fallback={<IconWorld size={16} aria-hidden />} />
          </span>
          <span>
            <span className={classes.site}>{clipped(search.title, 40)}</span>
            <span className={classes.address}>{search.address}</span>
          </span>
        </div>
        <div className={classes.title}>{clipped(search.title, 60)}</div>
        <div className={classes.description}>{clipped(search.description, 160) || 'No description yet.'}</div>
      </div>
      <Title order={2} mt="lg" mb="sm">
        When it is shared
      </Title>
      <div className={classes.card}>
        <div className={classes.picture}>
          <Picture
            key={shared.picture}
            src={shared.picture}
            fallback={
              <>
                <IconPhoto size={32} stroke={1.25} aria-hidden />
                <Text size="sm">No picture yet</Text>
              </>
            }
          />
        </div>
        <div className={classes.words}>
          <span className={classes.address}>{shared.host}</span>
          <span className={classes.cardTitle}>{clipped(shared.title, 70)}</span>
          <span className={classes.description}>{clipped(shared.description, 110)}</span>
        </div>
      </div>
      <p className={form.note}>
        Pictures of other servers are not loaded here, so that nobody learns who looks at this page. They show where the
        link is shared.
      </p>
    </section>
  )
}

function Picture({ src, fallback }: { src: string | null; fallback: ReactNode }) {
  const [isBroken, setBroken] = useState(false)
  if (src === null || isBroken || /^https?:/i.test(src)) return fallback
  return <img src={src} alt="" onError={() => setBroken(true)} />
}
