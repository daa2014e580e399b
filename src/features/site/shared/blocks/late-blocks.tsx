import { decimalText } from '@/shared/domain/money/money'
import { useSay } from '@/kit/client-page/use-say'
import { blocksPart } from '@/shared/domain/texts/blocks/part'
import { sitePart } from '@/shared/domain/texts/site/part'
import { linkTo } from '@/shared/lib/address'
import { fromPrice } from '../cards'
import { PostCards, Reviews } from '../post-cards'
import { SiteLink } from '../site-link'
import site from '../site.module.css'
import { useCompany } from '../use-company'
import { BeforeAfter } from './before-after'
import { type BlockProps, chosenOf, Head, type OneBlockProps, photoOf, Section } from './block-frame'
import { useBlockParts } from './block-parts'
import classes from './blocks.module.css'
import { Shopfront } from './shopfront'
import { hasPlace, WhereWeAre } from './where-we-are'

/** The drawing of an opening without a photograph. */
export const LateShopfront = Shopfront

/** The blocks whose code comes after the first paint. */
export function LateBlock({ block, ...rest }: OneBlockProps) {
  switch (block.kind) {
    case 'reviews':
      return <ReviewsBlock block={block} {...rest} />
    case 'tips':
      return <Tips block={block} {...rest} />
    case 'text':
      return <TextBlock block={block} {...rest} />
    case 'place':
      return <Place block={block} {...rest} />
    case 'pictures':
      return <Pictures block={block} {...rest} />
    case 'prices':
      return <Prices block={block} {...rest} />
    case 'people':
      return <People block={block} {...rest} />
    case 'before_after':
      return <BeforeAfterBlock block={block} {...rest} />
    case 'action':
      return <Action block={block} {...rest} />
    case 'steps':
      return <Steps block={block} {...rest} />
    default:
      return null
  }
}

function Pictures({ block, facts, isFirst }: BlockProps<'pictures'>) {
  const say = useSay(sitePart)
  const { Words, Picture, Entry, More, isEdited } = useBlockParts()
  const shown = (block.pictures ?? []).map((one, place) => ({ ...one, place, facts: photoOf(facts, one.photo) }))
  const pictures = isEdited ? shown : shown.filter((one) => one.facts)
  if (!isEdited && pictures.length === 0) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head block={block} isFirst={isFirst} usual={say('our_work')} />
      <ul className={classes.gallery}>
        {pictures.map(({ place, caption, facts: photo }) => (
          <li key={place} data-wide={(photo && photo.width > photo.height * 1.6) || undefined}>
            <Entry list="pictures" place={place} what="picture">
              <figure className={classes.figure}>
                <Picture
                  at={`pictures.${place}.photo`}
                  photo={photo}
                  sizes="(width < 40em) 100vw, (width < 64em) 50vw, 38rem"
                  className={classes.fills}
                />
                <Words
                  at={`pictures.${place}.caption`}
                  text={caption}
                  as="figcaption"
                  className={site.quiet}
                  hint="What it is, for whom"
                />
              </figure>
            </Entry>
          </li>
        ))}
        <More list="pictures" label="Add a picture" />
      </ul>
    </Section>
  )
}

function Prices({ block, facts, isFirst }: BlockProps<'prices'>) {
  const say = useSay(blocksPart)
  const saySite = useSay(sitePart)
  const { isEdited } = useBlockParts()
  const priced = chosenOf(facts, block.services).filter(({ price }) => price !== null)
  if (!isEdited && priced.length === 0) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head block={block} isFirst={isFirst} usual={say('prices')} />
      <p className={site.quiet}>{saySite('without_tax')}</p>
      <dl className={`${site.facts} ${classes.prices}`}>
        {priced.map((service) => (
          <div key={service.slug}>
            <dt>
              <SiteLink to={linkTo('/services/:slug', { slug: service.slug })}>{service.name}</SiteLink>
            </dt>
            <dd>{fromPrice(saySite, service)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function People({ block, facts, isFirst }: BlockProps<'people'>) {
  const say = useSay(blocksPart)
  const { Words, Picture, Entry, More, isEdited } = useBlockParts()
  const people = block.people ?? []
  if (!isEdited && !people.some(({ name }) => name?.trim())) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head block={block} isFirst={isFirst} usual={say('people')} />
      <ul className={classes.people}>
        {people.map((person, place) =>
          isEdited || person.name?.trim() ? (
            <li key={place}>
              <Entry list="people" place={place} what="person">
                <Picture
                  at={`people.${place}.photo`}
                  photo={photoOf(facts, person.photo)}
                  sizes="(width < 40em) 50vw, 18rem"
                  className={classes.face}
                >
                  <span className={classes.initial} aria-hidden="true">
                    {person.name?.trim().charAt(0)}
                  </span>
                </Picture>
                <Words at={`people.${place}.name`} text={person.name} as="h3" className={site.small} hint="Name" />
                <Words
                  at={`people.${place}.role`}
                  text={person.role}
                  as="p"
                  className={site.quiet}
                  hint="What they do"
                />
              </Entry>
            </li>
          ) : null,
        )}
        <More list="people" label="Add a person" />
      </ul>
    </Section>
  )
}

function BeforeAfterBlock({ block, facts, isFirst }: BlockProps<'before_after'>) {
  const say = useSay(blocksPart)
  const { Picture, isEdited } = useBlockParts()
  const [before, after] = [photoOf(facts, block.before), photoOf(facts, block.after)]
  if (!isEdited && !(before && after)) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head block={block} isFirst={isFirst} usual={say('before_after')} />
      {!isEdited && before && after ? (
        <BeforeAfter before={before} after={after} />
      ) : (
        <div className={classes.two}>
          <Picture at="before" photo={before} sizes="50vw" className={classes.framed} />
          <Picture at="after" photo={after} sizes="50vw" className={classes.framed} />
        </div>
      )}
    </Section>
  )
}

function Action({ block, isFirst }: BlockProps<'action'>) {
  const { Buttons, isEdited } = useBlockParts()
  if (!isEdited && !block.title?.trim() && !block.body?.trim()) return null
  return (
    <div className={classes.action}>
      <Section id={block.id}>
        <Head block={block} isFirst={isFirst} beside={<Buttons at="buttons" buttons={block.buttons ?? []} />} />
      </Section>
    </div>
  )
}

function Steps({ block, isFirst }: BlockProps<'steps'>) {
  const say = useSay(blocksPart)
  const { Words, Entry, More, isEdited } = useBlockParts()
  const steps = block.steps ?? []
  if (!isEdited && !steps.some(({ name }) => name?.trim())) return null
  return (
    <div className={classes.process}>
      <Section id={block.id}>
        <Head block={block} isFirst={isFirst} usual={say('how_made')} />
        <ol className={classes.steps}>
          {steps.map((step, place) => (
            <li key={place}>
              <Entry list="steps" place={place} what="step">
                <Words at={`steps.${place}.name`} text={step.name} as="h3" className={site.heading} hint="Step" />
                <Words at={`steps.${place}.text`} text={step.text} as="p" hint="What happens then" />
              </Entry>
            </li>
          ))}
          <More list="steps" label="Add a step" />
        </ol>
      </Section>
    </div>
  )
}

function TextBlock({ block, facts, isFirst }: BlockProps<'text'>) {
  const { Words, Picture, isEdited } = useBlockParts()
  const photo = photoOf(facts, block.photo)
  if (!isEdited && !block.title?.trim() && !block.body?.trim() && !photo) return null
  const hasPicture = photo !== undefined || isEdited
  return (
    <Section id={block.id} look={site.ruled}>
      <div className={hasPicture ? classes.beside : ''} data-side={block.side ?? 'right'}>
        <div>
          <Words
            at="title"
            text={block.title}
            as={isFirst ? 'h1' : 'h2'}
            className={isFirst ? site.display : site.title}
            id={block.id}
            hint="Heading"
          />
          <Words
            at="body"
            text={block.body}
            as="p"
            className={`${site.prose} ${classes.words}`}
            hint="Your text"
            isLong
          />
        </div>
        {hasPicture ? (
          <Picture
            at="photo"
            photo={photo}
            sizes="(width < 60em) 100vw, 38rem"
            isFirst={isFirst}
            className={classes.framed}
          />
        ) : null}
      </div>
    </Section>
  )
}

function Place({ block, facts, isFirst }: BlockProps<'place'>) {
  const say = useSay(blocksPart)
  const { isEdited } = useBlockParts()
  const company = useCompany()
  if (!isEdited && !hasPlace(company) && facts.hours.length === 0) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <WhereWeAre hours={facts.hours}>
        <Head block={block} isFirst={isFirst} usual={say('where')} />
      </WhereWeAre>
    </Section>
  )
}

function ReviewsBlock({ block, facts: { reviews, rating }, isFirst }: BlockProps<'reviews'>) {
  const say = useSay(blocksPart)
  const saySite = useSay(sitePart)
  const { isEdited } = useBlockParts()
  const { name } = useCompany()
  if (!isEdited && reviews.length === 0) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head
        block={block}
        isFirst={isFirst}
        usual={rating.average ? saySite('stars', { rating: decimalText(rating.average) }) : say('clients_say')}
        beside={
          <SiteLink to={linkTo('/leave-review')} className={site.more}>
            {rating.count === 1 ? say('review_so_far') : say('reviews_so_far', { count: rating.count })}
          </SiteLink>
        }
      />
      <Reviews reviews={reviews} answerer={name} />
    </Section>
  )
}

function Tips({ block, facts: { posts }, isFirst }: BlockProps<'tips'>) {
  const say = useSay(blocksPart)
  const saySite = useSay(sitePart)
  const { isEdited } = useBlockParts()
  if (!isEdited && posts.length === 0) return null
  return (
    <Section id={block.id} look={site.ruled}>
      <Head
        block={block}
        isFirst={isFirst}
        usual={saySite('tips')}
        beside={
          <SiteLink to={linkTo('/tips-advice')} className={site.more}>
            {say('all_tips')}
          </SiteLink>
        }
      />
      <PostCards posts={posts} />
    </Section>
  )
}
