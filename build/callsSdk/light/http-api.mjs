// What the call classes read of matrix-js-sdk's http-api: a class that no error of ours belongs to.
export class MatrixError extends Error {}
