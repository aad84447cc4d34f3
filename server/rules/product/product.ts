/** The product's name, defined only here; every screen and email takes it from here. */
export const productName = 'Strongroom'

/** As in package.json. */
export const productVersion = '0.1.0'

/** What is shown after a form from a page of an older build, and on a page whose script is gone. */
export const updatedNotice = { text: `${productName} was updated.`, label: 'Refresh to update.' } as const
