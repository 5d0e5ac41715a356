/** Why a request of the CMS is not done: a sentence for its user, and a status of HTTP. */
export class CmsRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
