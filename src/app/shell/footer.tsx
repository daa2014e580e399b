import { Anchor } from '@mantine/core'
import { useCompanySign } from '@/shared/ui/company-sign'
import { linkTo } from '@/shared/lib/address'
import classes from './footer.module.css'

/** Copyright and the legal pages, which open beside the work. */
export function Footer() {
  const company = useCompanySign()
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {company.name}
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
