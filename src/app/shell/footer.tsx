import { Anchor } from '@mantine/core'
import { useCompanySign } from '@/shared/ui/company-sign'
import { zoneOfTimes } from '@/shared/domain/formats'
import { todayOf } from '@/shared/domain/today'
import { differsHere, placeOf } from '@/shared/domain/zoned'
import { linkTo } from '@/shared/lib/address'
import { useFormats } from '@/shared/ui/use-formats'
import { useNow } from '@/shared/ui/use-now'
import classes from './footer.module.css'

/** Copyright, whose clock is shown where that is not the reader’s own, and the legal pages, which open beside the work. */
export function Footer() {
  const company = useCompanySign()
  const { time_zone } = useFormats()
  const now = useNow(60_000)
  return (
    <footer className={classes.footer}>
      <span>
        © {todayOf(now).slice(0, 4)} {company.name}
        {time_zone !== null && differsHere(zoneOfTimes(), new Date(now).toISOString()) ? (
          <>{` · Times are those of ${placeOf(time_zone)}`}</>
        ) : null}
      </span>
      <nav className={classes.links} aria-label="Legal">
        <Anchor href={linkTo('/privacy-policy')} target="_blank" rel="noopener">
          Privacy Policy
        </Anchor>
        <Anchor href={linkTo('/terms')} target="_blank" rel="noopener">
          Terms and Conditions
        </Anchor>
      </nav>
    </footer>
  )
}
