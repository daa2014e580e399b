import { Button, CopyButton, SegmentedControl, SimpleGrid, Stack, Text, Title, useMantineTheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPalette } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { contrast } from '@/shared/domain/web/brand-colour'
import { calendarDayText, clockText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { useRights } from '@/shared/hooks/current-user'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import panel from '@/shared/ui/page/record-page.module.css'
import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import { useFormats } from '@/shared/hooks/use-formats'
import { useNow } from '@/shared/hooks/use-now'
import { companyFactsQuery } from '../api/company-facts.query'
import { type Sample, samplePaper, samples } from '../sample-papers'
import classes from './tools.module.css'

/** /demo/brand-elements: the signs, colours, type and papers of the company, as its settings make them. */
export function BrandElementsScreen() {
  const rights = useRights()
  return (
    <PageFrame
      title="Brand Elements"
      lead="The signs, the colours, the type and the papers, as the company’s settings make them."
      actions={
        rights.role === 'admin' ? (
          <Button
            variant="default"
            component={Link}
            to={linkTo('/settings/company')}
            leftSection={<IconPalette size={16} aria-hidden />}
          >
            Change them
          </Button>
        ) : null
      }
    >
      <Stack gap="lg">
        <Signs />
        <Colours />
        <Type />
        <Papers />
      </Stack>
    </PageFrame>
  )
}

const Part = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <section className={panel.panel} aria-label={title}>
    <Title order={2}>{title}</Title>
    <Text size="sm" c="dimmed" mb="md">
      {about}
    </Text>
    {children}
  </section>
)

function Signs() {
  const { name, logoUrl } = useCompanySign()
  return (
    <Part
      title="Signs"
      about={
        logoUrl
          ? 'The logo of the company is on screens, papers and mails. The registration mark is the sign of the product.'
          : 'The company has no logo yet, so the registration mark, the sign of the product, is used in its place.'
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {(['light', 'dark'] as const).map((ground) => (
          <div key={ground} className={classes.sign} data-ground={ground}>
            {logoUrl ? <img src={logoUrl} alt={`Logo of ${name}`} /> : <RegistrationMark size={64} />}
            <span>{name}</span>
          </div>
        ))}
        {logoUrl
          ? (['light', 'dark'] as const).map((ground) => (
              <div key={ground} className={classes.sign} data-ground={ground}>
                <RegistrationMark size={64} />
                <RegistrationMark size={32} />
                <RegistrationMark size={16} />
              </div>
            ))
          : null}
      </SimpleGrid>
    </Part>
  )
}

const scales = [
  { colour: 'process', title: 'Action', about: 'Buttons, links, and what is chosen.' },
  { colour: 'magenta', title: 'Magenta', about: 'What is urgent or wrong.' },
  { colour: 'yellow', title: 'Yellow', about: 'What waits; only as a fill.' },
  { colour: 'gray', title: 'Grey', about: 'Text, lines and grounds in the light.' },
  { colour: 'dark', title: 'Night', about: 'Text, lines and grounds in the dark.' },
] as const

function Colours() {
  const { colors } = useMantineTheme()
  return (
    <Part title="Colours" about="Each shade with its contrast to the text on it. Press a shade to copy it.">
      <Stack gap="lg">
        {scales.map(({ colour, title, about }) => (
          <div key={colour}>
            <Title order={3}>{title}</Title>
            <Text size="sm" c="dimmed" mb="xs">
              {about}
            </Text>
            <div className={classes.scale}>
              {(colors[colour] ?? []).map((shade) => (
                <Shade key={shade} colour={shade} />
              ))}
            </div>
          </div>
        ))}
      </Stack>
    </Part>
  )
}

const ink = '#14191e'

function Shade({ colour }: { colour: string }) {
  const onWhite = contrast('#ffffff', colour)
  const onInk = contrast(ink, colour)
  const look: CSSProperties = { background: colour, color: onWhite >= onInk ? '#fff' : ink }
  return (
    <CopyButton value={colour}>
      {({ copied, copy }) => (
        <button type="button" className={classes.shade} style={look} onClick={copy} aria-label={`Copy ${colour}`}>
          <span>{copied ? 'Copied' : colour}</span>
          <span>{Math.max(onWhite, onInk).toFixed(1)} : 1</span>
        </button>
      )}
    </CopyButton>
  )
}

function Type() {
  const { currency } = useFormats()
  const now = useNow(60_000)
  const specimens: { name: string; sample: ReactNode }[] = [
    {
      name: 'Heading 1, 24 / 32',
      sample: (
        <Title order={4} size="h1">
          Signs that are read from across the street
        </Title>
      ),
    },
    {
      name: 'Heading 2, 18 / 24',
      sample: (
        <Title order={4} size="h2">
          Signs that are read from across the street
        </Title>
      ),
    },
    {
      name: 'Heading 3, 16 / 24',
      sample: (
        <Title order={4} size="h3">
          Signs that are read from across the street
        </Title>
      ),
    },
    { name: 'Text, 15 / 24', sample: <Text>The letters are cut from acrylic, and lit from behind.</Text> },
    { name: 'Small text, 14', sample: <Text size="sm">The letters are cut from acrylic, and lit from behind.</Text> },
    { name: 'Quiet text', sample: <Text c="dimmed">The letters are cut from acrylic, and lit from behind.</Text> },
    {
      name: 'Digits',
      sample: <Text className={classes.number ?? ''}>{formatMoney('1453.45', currency)} · 0123456789</Text>,
    },
    {
      name: 'Days and times',
      sample: (
        <Text>
          {calendarDayText(todayOf(now))}, {clockText(now)}
        </Text>
      ),
    },
    { name: 'Accents', sample: <Text>Crème brûlée, Żółć, Škoda, Ångström, Ħobż</Text> },
    { name: 'Code', sample: <Text ff="monospace">INV-2026-0120</Text> },
  ]
  return (
    <Part
      title="Type"
      about="Inter, one variable face for everything. Numbers, days and times follow the company’s settings."
    >
      {specimens.map(({ name, sample }) => (
        <div key={name} className={classes.specimen}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          {sample}
        </div>
      ))}
    </Part>
  )
}

function Papers() {
  const { currency } = useFormats()
  const [sample, setSample] = useState<Sample>('quotation')
  const company = useQuery(companyFactsQuery)
  const today = todayOf(useNow(60_000))
  return (
    <Part
      title="Papers"
      about="What clients get, on screen, in print and as PDF. The work on these samples is invented."
    >
      <div className={classes.paper}>
        <SegmentedControl
          mb="md"
          aria-label="Paper"
          value={sample}
          onChange={(chosen) => setSample(samples.find(({ value }) => value === chosen)?.value ?? 'quotation')}
          data={[...samples]}
        />
      </div>
      {company.isError ? (
        <Problem onRetry={() => void company.refetch()}>The company could not be read</Problem>
      ) : company.data ? (
        <div className={classes.paper}>
          <PaperSheet paper={samplePaper(sample, company.data, currency, today)} />
        </div>
      ) : (
        <NamedSkeleton label="Reading the company" height={480} />
      )}
    </Part>
  )
}
