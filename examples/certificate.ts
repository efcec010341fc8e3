// A proof of optimality that anyone can re-check: the passes that it lists are repeated on the data.
import { dataHash, discoverWithProof, paperSet, readCertificate, verifyCertificate } from "wherefore";

const { table, truth } = paperSet("paper/exp1-gauss-12", 8);
const { result, certificate } = await discoverWithProof(table, {
  score: "bic-equal-variance",
  prune: "threshold",
  truth,
});
console.log(`SHD ${result.metrics!.shd}, gap ${result.gap}, ${certificate!.passes.length} passes`);

const file = JSON.stringify(certificate); // the content of certificate.json
const checking = verifyCertificate(readCertificate(file), { table, hash: dataHash(table) });
let next = checking.next();
while (!next.done) next = checking.next();
console.log(next.value.holds ? "the certificate holds" : "the certificate does not hold");
