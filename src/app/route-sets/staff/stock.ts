import { paths } from '../../paths.ts'
import { type AppRoute, holdersOf, screensOf, viewersOf } from '../route.ts'

const stock = screensOf('inventory', { guard: viewersOf('inventory'), frame: 'staff' })
const types = screensOf('inventory', { guard: viewersOf('types'), frame: 'staff' })
const prices = screensOf('catalogue', { guard: viewersOf('markup-demo'), frame: 'staff' })
const catalogue = screensOf('catalogue', { guard: viewersOf('inventory', 'quotations'), frame: 'staff' })

export const stockRoutes: readonly AppRoute[] = [
  stock(paths.inventory, {
    title: 'Inventory',
    purpose: 'Sheets, rolls and parts: in stock, reserved, on order, and what runs low.',
  }),
  stock(paths.inventoryItem, {
    title: 'Stock Item',
    purpose: 'One item: stock, movements, cost and price, photos, and the jobs that use it.',
  }),
  stock(paths.inventoryGroups, { title: 'Inventory Groups', purpose: 'Items that differ only in size or colour.' }),
  stock(paths.inventoryArchived, { title: 'Archived Items', purpose: 'Items put away, and how to bring them back.' }),
  stock(paths.inventoryBulkEdit, {
    title: 'Bulk Edit',
    purpose: 'Many items in one sheet: look at the changes, then save all of them or none.',
  }),
  stock(paths.modifyStock, { title: 'Modify Stock', purpose: 'Counts and corrections, each with its reason.' }),
  stock(paths.deductItem, { title: 'Deduct an Item', purpose: 'Takes material for a job: scan or search, and undo.' }),
  stock(paths.duplicateItem, { title: 'Duplicate an Item', purpose: 'A copy of an item in another size or colour.' }),
  stock(paths.product, { title: 'Product', purpose: 'One item with its stock, prices and photos.' }),
  stock(paths.productGroup, { title: 'Product Group', purpose: 'The variants of a product side by side.' }),
  types(paths.types, { title: 'Types', purpose: 'Categories and types of stock items.' }),
  types(paths.typeCategory, { title: 'Type Category', purpose: 'The types of one category, and where they are used.' }),
  types(paths.brands, { title: 'Brands', purpose: 'Brands of materials.', guard: holdersOf('view_brands') }),
  types(paths.materialTypes, {
    title: 'Material Types',
    purpose: 'Materials such as acrylic, composite and vinyl, as prices and machines know them.',
    guard: holdersOf('view_material_types'),
  }),
  types(paths.bitTypes, {
    title: 'Bit Types',
    purpose: 'Router bits with diameter, flutes and shape.',
    guard: holdersOf('view_bit_types'),
  }),
  types(paths.variantColors, {
    title: 'Variant Colours',
    purpose: 'Colours in which materials come, with their RAL and screen values.',
    guard: holdersOf('view_variant_colors'),
  }),
  prices(paths.markups, { title: 'Markups', purpose: 'Markup by kind of item, with a worked price beside each.' }),
  prices(paths.pricingRanges, {
    title: 'Pricing Ranges',
    purpose: 'Price breaks by quantity, area and length.',
    guard: holdersOf('view_pricing_ranges'),
  }),
  catalogue(paths.services, { title: 'Services', purpose: 'The services we sell, as the public site shows them.' }),
  catalogue(paths.service, { title: 'Service', purpose: 'One service: texts, pictures, prices and steps.' }),
  catalogue(paths.manufacturedProducts, {
    title: 'Manufactured Products',
    purpose: 'The products we make ourselves, with their options and parts.',
  }),
  catalogue(paths.manufacturedProduct, {
    title: 'Manufactured Product',
    purpose: 'One product: options, parts, price, and how the public site shows it.',
  }),
]
