//! Compares transforms of matrices with transforms of their columns, and checks which arguments are refused.

#[path = "support/executors.rs"]
mod executors;
#[path = "support/refused.rs"]
mod refused;

use executors::with_executors;
use refused::assert_refused;
use ringlet::{Executor, MatrixNtt, MatrixSpan, MatrixView, Modulus, Ntt, NttOptions, Order, Ring, Status, Word};

const BABYBEAR: u32 = 2013265921;

/// Matrix with words of the caller between its rows.
struct Matrix<W> {
    words: Vec<W>,
    rows: usize,
    width: usize,
    stride: usize,
}

impl<W: Word + From<u32>> Matrix<W> {
    fn new(rows: usize, width: usize, gap: usize) -> Self {
        let (stride, mut seed) = (width + gap, 1_u32);
        let mut next = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            W::from(seed % BABYBEAR)
        };
        Self { words: (0..rows * stride).map(|_| next()).collect(), rows, width, stride }
    }

    fn view(&self) -> MatrixView<'_, W> {
        MatrixView::with_stride(&self.words, self.rows, self.width, self.stride).unwrap()
    }

    fn span(&mut self) -> MatrixSpan<'_, W> {
        MatrixSpan::with_stride(&mut self.words, self.rows, self.width, self.stride).unwrap()
    }

    /// Returns the matrix with each column changed by a function, and the same words between the rows.
    fn by_columns(&self, change: impl Fn(&mut [W])) -> Vec<W> {
        let mut words = self.words.clone();
        for column in 0..self.width {
            let place = |row: usize| row * self.stride + column;
            let mut values: Vec<W> = (0..self.rows).map(|row| words[place(row)]).collect();
            change(&mut values);
            values.iter().enumerate().for_each(|(row, &value)| words[place(row)] = value);
        }
        words
    }
}

fn check_columns<W: Word + From<u32>>(rows: usize, options: NttOptions<W>, executor: Option<&Executor<'_>>) {
    let q = Modulus::new(W::from(BABYBEAR)).unwrap();
    let ntt = Ntt::with_options(rows, &q, options).unwrap();
    let plan = MatrixNtt::with_options(rows, &q, options).unwrap();
    assert_eq!((plan.rows(), plan.modulus(), plan.root()), (rows, q.value(), ntt.root()));
    assert_eq!((plan.ring(), plan.order()), (options.ring, options.order));
    assert!(format!("{:?}", plan).contains(plan.describe()) && plan.describe().contains(" / "));
    for (width, gap) in [(1, 0), (3, 2), (8, 0), (37, 1)] {
        let x = Matrix::<W>::new(rows, width, gap);
        let expected = x.by_columns(|column| ntt.forward_in_place(column).unwrap());
        let (mut in_place, mut out) = (Matrix::new(rows, width, gap), Matrix::new(rows, width, gap));
        plan.forward_in_place(&mut in_place.span(), executor).unwrap();
        assert_eq!(in_place.words, expected);
        plan.forward(&mut out.span(), &x.view(), executor).unwrap();
        assert_eq!(out.words, expected);
        plan.inverse(&mut out.span(), &in_place.view(), executor).unwrap();
        assert_eq!(out.words, x.words);
        plan.inverse_in_place(&mut in_place.span(), executor).unwrap();
        assert_eq!(in_place.words, x.words);
    }
}

fn check_word<W: Word + From<u32>>() {
    with_executors(|executor| {
        for rows in [2, 64, 2048] {
            for order in [Order::BitReversed, Order::Natural] {
                let cyclic = NttOptions { ring: Ring::Cyclic, order, ..Default::default() };
                check_columns::<W>(rows, NttOptions { ring: Ring::Negacyclic, ..cyclic }, executor);
                check_columns::<W>(rows, cyclic, executor);
                check_columns::<W>(rows, NttOptions { coset: Some(W::from(31)), ..cyclic }, executor);
            }
        }
    });
}

#[test]
fn matrices_are_transforms_of_their_columns() {
    check_word::<u32>();
    check_word::<u64>();
    check_word::<u128>();
}

/// Compares extensions with those of single columns.
fn check_extensions<W: Word + From<u32>>(options: NttOptions<W>, executor: Option<&Executor<'_>>) {
    let (rows, width, coset) = (64, 5, W::from(7));
    let q = Modulus::new(W::from(BABYBEAR)).unwrap();
    let ntt = Ntt::with_options(rows, &q, options).unwrap();
    let plan = MatrixNtt::with_options(rows, &q, options).unwrap();
    let x = Matrix::<W>::new(rows, width, 3);
    for log_blowup in [0, 1, 3] {
        let root = plan.extension_root(log_blowup).unwrap();
        assert_eq!(root, ntt.extension_root(log_blowup).unwrap());
        for root in [None, Some(root)] {
            let mut out = Matrix::<W>::new(rows << log_blowup, width, 1);
            plan.extend(&mut out.span(), &x.view(), coset, root, executor).unwrap();
            for column in 0..width {
                let values: Vec<W> = (0..rows).map(|row| x.words[row * x.stride + column]).collect();
                let mut extended = vec![W::from(0); out.rows];
                ntt.extend(&mut extended, &values, coset, root).unwrap();
                let found: Vec<W> = (0..out.rows).map(|row| out.words[row * out.stride + column]).collect();
                assert_eq!(found, extended);
            }
        }
    }
}

fn check_extensions_of_word<W: Word + From<u32>>() {
    with_executors(|executor| {
        let cyclic = NttOptions { ring: Ring::Cyclic, order: Order::Natural, ..Default::default() };
        check_extensions::<W>(cyclic, executor);
        check_extensions::<W>(NttOptions { coset: Some(W::from(31)), ..cyclic }, executor);
        check_extensions::<W>(NttOptions { ring: Ring::Negacyclic, order: Order::BitReversed, ..cyclic }, executor);
    });
}

#[test]
fn extensions_are_those_of_the_columns() {
    check_extensions_of_word::<u32>();
    check_extensions_of_word::<u64>();
    check_extensions_of_word::<u128>();
}

/// The guide for provers quotes this function.
fn low_degree_extension() -> ringlet::Result<()> {
    let (rows, width) = (1024, 8);
    let babybear = ringlet::multiword::field::<u32>("babybear")?;
    let q = Modulus::new(babybear.modulus)?;
    let natural = NttOptions { ring: Ring::Cyclic, order: Order::Natural, ..Default::default() };
    let trace = MatrixNtt::with_options(rows, &q, natural)?;
    let (root, coset) = (trace.extension_root(1)?, babybear.generator);

    // Values of eight polynomials, then their values at coset root^k, rows in bit-reversed order.
    let values: Vec<u32> = (0..rows * width).map(|i| (i * i) as u32).collect();
    let mut matrix = vec![0; 2 * rows * width];
    let (mut out, x) = (MatrixSpan::new(&mut matrix, width)?, MatrixView::new(&values, width)?);
    trace.extend(&mut out, &x, coset, Some(root), None)?;

    // The check: the coefficients from X^1024 on are zeros.
    let check = NttOptions { ring: Ring::Cyclic, root: Some(root), coset: Some(coset), ..Default::default() };
    MatrixNtt::with_options(2 * rows, &q, check)?.inverse_in_place(&mut MatrixSpan::new(&mut matrix, width)?, None)?;
    assert!(matrix[rows * width..].iter().all(|&x| x == 0));
    Ok(())
}

#[test]
fn extensions_keep_the_degree() {
    low_degree_extension().unwrap();
}

#[test]
fn what_is_wrong_is_an_error_that_says_so() {
    use Status::InvalidArgument;
    let q = Modulus::new(BABYBEAR).unwrap();
    let plan = MatrixNtt::new(4, &q, Ring::Cyclic).unwrap();
    let refused = |result, text| assert_refused(result, InvalidArgument, text);
    let (x, mut words) = ([1; 12], [2; 24]);
    let mut forward = |length, width, in_width| {
        let mut out = MatrixSpan::new(&mut words[..length], width).unwrap();
        let result = plan.forward(&mut out, &MatrixView::new(&x, in_width).unwrap(), None);
        assert_eq!(words, [2; 24]);
        result
    };
    refused(forward(12, 2, 3), "out has 6 rows of 2 words, not 4 of 3");
    refused(forward(8, 2, 3), "out has 4 rows of 2 words, not 4 of 3");
    refused(forward(12, 3, 2), "out has 4 rows of 3 words, not 4 of 2");
    refused(forward(8, 2, 2), "x has 6 rows of 2 words, not 4 of 2");
    refused(plan.inverse_in_place(&mut MatrixSpan::new(&mut [0; 8], 1).unwrap(), None), "x has 8 rows of 1 words");
    let mut extend = |length, width, coset, root| {
        let mut out = MatrixSpan::new(&mut words[..length], width).unwrap();
        plan.extend(&mut out, &MatrixView::new(&x, 3).unwrap(), coset, root, None)
    };
    refused(extend(24, 2, 5, None), "out has 12 rows of 2 words");
    refused(extend(18, 3, 5, None), "out_rows is 6");
    refused(extend(24, 3, 0, None), "coset is 0");
    refused(extend(24, 3, 5, Some(0)), "root is 0");
    refused(extend(24, 3, 5, Some(1)), "its power 2 must be omega");
    assert_refused(plan.extension_root(17), InvalidArgument, "log_blowup is 17");
    for (rows, width, stride) in [(0, 1, 1), (3, 0, 4), (3, 5, 4), (3, 5, 5), (usize::MAX, 1, usize::MAX)] {
        assert_refused(MatrixView::with_stride(&x, rows, width, stride), InvalidArgument, "12 words cannot hold");
    }
    assert_refused(MatrixView::new(&x, 5), InvalidArgument, "rows of 5 words");
    assert_refused(MatrixNtt::new(3, &q, Ring::Cyclic), InvalidArgument, "rows is 3");
    let zero = NttOptions { root: Some(0), ..Default::default() };
    assert_refused(MatrixNtt::with_options(4, &q, zero), InvalidArgument, "root is 0");
    assert_refused(Ntt::with_options(4, &q, zero), InvalidArgument, "root is 0");
    let on_coset = NttOptions { coset: Some(3), ..Default::default() };
    assert_refused(MatrixNtt::with_options(4, &q, on_coset), InvalidArgument, "only the cyclic ring");
}
