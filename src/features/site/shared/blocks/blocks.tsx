import { Fragment, type ReactNode, Suspense } from 'react'
import type { Block } from '@/shared/domain/web/site-blocks'
import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { linkTo } from '@/shared/lib/address'
import type { PageFacts, PublicService } from '../api/site.query'
import { ServiceCards } from '../cards'
import { SiteLink } from '../site-link'
import site from '../site.module.css'
import { useAddressLines } from '../use-address-lines'
import { useCompany } from '../use-company'
import { type BlockProps, chosenOf, Head, type OneBlockProps, photoOf, Section } from './block-frame'
import { useBlockParts } from './block-parts'
import classes from './blocks.module.css'
import { LateBlock, LateShopfront } from './late'
// The server writes the late blocks too: their looks come with the page, before their code.
import './shopfront.module.css'
import './where-we-are.module.css'

/** Blocks below each other. `around` puts handles around each for the office. */
export function Blocks({
  facts,
  isWhole = false,
  around = (_, shown) => shown,
}: {
  facts: PageFacts
  isWhole?: boolean
  around?: (block: Block, shown: ReactNode) => ReactNode
}) {
  return facts.blocks.map((block, place) => (
    <Fragment key={block.id}>
      {around(block, <OneBlock block={block} facts={facts} isWhole={isWhole} isFirst={place === 0} />)}
    </Fragment>
  ))
}

function OneBlock({ block, ...rest }: OneBlockProps) {
  switch (block.kind) {
    case 'opening':
      return <Opening block={block} {...rest} />
    case 'services':
      return <Services block={block} {...rest} />
    default:
      return (
        <Suspense fallback={<div className={classes.late} />}>
          <LateBlock block={block} {...rest} />
        </Suspense>
      )
  }
}

function Opening({ block, facts }: BlockProps<'opening'>) {
  const { Words, Picture, Buttons, isEdited } = useBlockParts()
  const say = useSay(sitePart)
  const { name } = useCompany()
  const town = useAddressLines().at(-1)
  const photo = photoOf(facts, block.photo)
  const usual = [
    ...(facts.services.length > 0 ? [{ label: say('see_costs'), link: linkTo('/services') }] : []),
    { label: say('ask_price'), link: linkTo('/client-registration') },
  ]
  const title = block.title?.trim()
  return (
    <section className={classes.opening} aria-labelledby={block.id} data-photo={Boolean(photo) || undefined}>
      <div className={site.inside}>
        <Words
          at="label"
          text={block.label}
          as="p"
          className={site.label}
          usual={[title ? name : null, town].filter(Boolean).join(', ')}
          hint="A line above the heading"
        />
        <Words
          at="title"
          text={block.title}
          as="h1"
          className={`${site.display} ${classes.headline}`}
          id={block.id}
          usual={name}
          hint="The first words of your site"
        />
        <div className={classes.pitch}>
          <Words
            at="lead"
            text={block.lead}
            as="p"
            className={site.lead}
            hint="What you make, in two sentences"
            isLong
          />
          <Buttons at="buttons" buttons={block.buttons?.length || isEdited ? (block.buttons ?? []) : usual} />
        </div>
      </div>
      <Picture at="photo" photo={photo} sizes="100vw" isFirst className={classes.wide}>
        <Suspense fallback={<div className={classes.late} />}>
          <LateShopfront />
        </Suspense>
      </Picture>
    </section>
  )
}

/** The services under their categories, in the order in which each first comes. */
function byCategory(services: readonly PublicService[], more: string): [category: string, services: PublicService[]][] {
  const groups = new Map<string, PublicService[]>()
  for (const service of services) {
    const category = service.category ?? more
    groups.set(category, [...(groups.get(category) ?? []), service])
  }
  return [...groups]
}

/** The page of services before the first one is public: its heading, and the way to ask. */
function NoServices({ block, isFirst }: Pick<BlockProps<'services'>, 'block' | 'isFirst'>) {
  const say = useSay(sitePart)
  return (
    <Section id={block.id}>
      <Head block={block} isFirst={isFirst} usual={say('we_make')} />
      <SiteLink to={linkTo('/client-registration')} className={site.more}>
        {say('ask_price')}
      </SiteLink>
    </Section>
  )
}

function Services({ block, facts, isWhole, isFirst }: BlockProps<'services'>) {
  const say = useSay(sitePart)
  const { isEdited } = useBlockParts()
  const chosen = chosenOf(facts, block.services)
  if (!isEdited && chosen.length === 0) return isWhole ? <NoServices block={block} isFirst={isFirst} /> : null
  const isEverything = isWhole && !block.services?.length
  const few = isEverything || block.services?.length ? chosen : chosen.slice(0, 6)
  const more =
    few.length < facts.services.length ? (
      <SiteLink to={linkTo('/services')} className={site.more}>
        {say('all_services', { count: facts.services.length })}
      </SiteLink>
    ) : null
  return (
    <>
      <Section id={block.id}>
        <Head block={block} isFirst={isFirst} usual={say('we_make')} beside={more} />
        <p className={site.quiet}>{say('without_tax')}</p>
        {isEverything ? null : <ServiceCards services={few} />}
      </Section>
      {isEverything
        ? byCategory(chosen, say('more')).map(([category, some]) => (
            <section key={category} className={`${site.inside} ${site.section} ${site.ruled}`} aria-label={category}>
              <div className={site.headed}>
                <h2 className={site.title}>{category}</h2>
              </div>
              <ServiceCards services={some} />
            </section>
          ))
        : null}
    </>
  )
}
