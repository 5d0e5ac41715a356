// What lit-toast 1.5 puts into the page: it has no types of its own.
declare module "lit-toast" {}
