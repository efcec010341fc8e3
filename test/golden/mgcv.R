# Makes mgcv.json: smooth terms fitted by mgcv to forty problems, each of which is a few numbers from which the data follow.
#
#     Rscript mgcv.R > mgcv.json        (Debian: r-base-core, r-cran-mgcv, r-cran-jsonlite)
#
# Data: uniform numbers are state / (2^31 - 1) with state <- 16807 state mod (2^31 - 1); a normal takes two of them (Box-Muller, cosine).
# Row by row: one common normal u, then for each term x = spread(common u + sqrt(1 - common^2) z), then y = sum of size * shape(x) + noise.

suppressMessages(library(mgcv))

state <- 1
uniform <- function() { state <<- (state * 16807) %% 2147483647; state / 2147483647 }
normal <- function() { r <- sqrt(-2 * log(uniform())); r * cos(2 * pi * uniform()) }

shapes <- list(
  none = function(x) 0, linear = function(x) x, sine = function(x) sin(2 * x), square = function(x) x * x,
  step = function(x) if (x > 0) 1 else -1, wave = function(x) sin(5 * x)
)
spreads <- list(
  normal = function(x) x, rounded = function(x) round(4 * x + 0.001) / 4, cubed = function(x) x * x * x / 4,
  folded = function(x) 3 * sqrt(abs(x)) - 2.5
)

problem <- function(seed, n, common, spread, terms) {
  state <<- seed
  p <- length(terms)
  X <- matrix(0, n, p); y <- numeric(n)
  for (i in 1:n) {
    u <- normal()
    for (j in 1:p) {
      X[i, j] <- spreads[[spread]](common * u + sqrt(1 - common^2) * normal())
      y[i] <- y[i] + terms[[j]]$size * shapes[[terms[[j]]$shape]](X[i, j])
    }
    y[i] <- y[i] + normal()
  }
  data <- as.data.frame(X); names(data) <- paste0("x", 1:p); data$y <- y
  data
}

# summary.gam asks psum.chisq for an absolute accuracy of 2e-5; the same test with 1e-12.
tight <- mgcv:::testStat
environment(tight) <- list2env(list(psum.chisq = function(q, lb, df = rep(1, length(lb)))
  mgcv::psum.chisq(q, lb, df, tol = 1e-12, nlim = 1e7)), parent = asNamespace("mgcv"))

tightP <- function(fit) sapply(fit$smooth, function(s) {
  at <- s$first.para:s$last.para
  tight(fit$coefficients[at], fit$R[, at, drop = FALSE], fit$Vp[at, at], min(length(at), sum(fit$edf1[at])),
    res.df = length(fit$y) - sum(fit$edf))$pval
})

fitted <- function(data, method) {
  p <- ncol(data) - 1
  formula <- as.formula(paste("y ~", paste0("s(x", 1:p, ", k = 10)", collapse = " + ")))
  fit <- gam(formula, data = data, method = method)
  table <- summary(fit)$s.table
  list(rss = sum(residuals(fit)^2), edfTotal = sum(fit$edf), edf = unname(table[, "edf"]),
    p = unname(table[, "p-value"]), pTight = unname(tightP(fit)))
}

sizes <- c(0, 2, 3.5, 5, 6.5, 8, 12, 40)
counts <- rep(c(1, 2, 3, 4, 5, 6, 2, 3, 4, 6, 1, 3, 5, 6, 4, 2, 3, 6, 5, 4), 2)
rows <- rep(c(100, 150, 200, 300, 400, 500, 120, 250, 600, 1000, 2000, 800, 700, 1500, 350, 1200, 450, 2000, 900, 550), 2)
common <- c(0, 0.5, 0, 0.7)
problems <- lapply(1:40, function(k) {
  state <<- 1000 + k
  for (i in 1:20) uniform()
  pick <- function(of) of[[1 + floor(uniform() * length(of))]]
  spec <- list(seed = 100 + 17 * k, n = rows[k], common = pick(common), spread = pick(names(spreads)),
    terms = lapply(1:counts[k], function(j) list(shape = pick(names(shapes)), size = pick(sizes) / sqrt(rows[k]))))
  data <- do.call(problem, spec)
  c(spec, list(first = unname(unlist(data[1, ])), gcv = fitted(data, "GCV.Cp"), reml = fitted(data, "REML")))
})

cat(jsonlite::toJSON(list(
  origin = "mgcv, gam(y ~ s(x1, k = 10) + ...), family gaussian; made by mgcv.R beside this file",
  versions = list(R = paste(R.version$major, R.version$minor, sep = "."), mgcv = as.character(packageVersion("mgcv"))),
  problems = problems
), auto_unbox = TRUE, digits = NA, pretty = 1), "\n")
